import PushCrypto
import Testing

/// One key in the shapes that it takes between a portal and a program.
private let keyShapes: [String: String] = [
    "as Apple writes it": SampleKey.pkcs8 + "\n",
    "without a final newline": SampleKey.pkcs8,
    "with CRLF": SampleKey.pkcs8.replacing("\n", with: "\r\n"),
    "with CR alone": SampleKey.pkcs8.replacing("\n", with: "\r"),
    "with \\n as two characters": SampleKey.pkcs8.replacing("\n", with: "\\n"),
    "with \\r\\n as four characters": SampleKey.pkcs8.replacing("\n", with: "\\r\\n"),
    "on one line": SampleKey.pkcs8.replacing("\n", with: ""),
    "on one line with spaces": SampleKey.pkcs8.replacing("\n", with: " "),
    "as the body alone": SampleKey.body(of: SampleKey.pkcs8),
    "as the body alone in lines": SampleKey.pkcs8.split(separator: "\n").dropFirst().dropLast().joined(
        separator: "\n"
    ),
    "with spaces around it": "  \n\t" + SampleKey.pkcs8 + "  \n \n",
    "with a byte order mark": "\u{feff}" + SampleKey.pkcs8,
    "in quotes": "\"" + SampleKey.pkcs8.replacing("\n", with: "\\n") + "\"",
    "in SEC 1": SampleKey.sec1,
    "behind its certificate": SampleKey.certificate + "\n" + SampleKey.pkcs8,
]

@Suite("A P-256 private key")
struct PrivateKeyReadingTests {
    @Test("is read in every shape that a p8 takes on its way", arguments: keyShapes.keys.sorted())
    func shape(name: String) throws {
        let text = try #require(keyShapes[name])
        let key = try P256.PrivateKey(pem: text)
        #expect(try key.publicKey == P256.PublicKey(pem: SampleKey.publicHalf))
    }

    @Test(
        "is refused by saying what the text is instead",
        arguments: [
            ("", KeyFault.empty),
            (" \n\t", .empty),
            (SampleKey.encrypted, .encrypted),
            (SampleKey.body(of: SampleKey.encrypted), .encrypted),
            (SampleKey.encryptedSEC1, .encrypted),
            (SampleKey.rsa, .otherKind("RSA")),
            (SampleKey.body(of: SampleKey.rsa), .otherKind("RSA")),
            (SampleKey.ed25519, .otherKind("ED25519")),
            (SampleKey.p384, .otherCurve("secp384r1")),
            (SampleKey.certificate, .certificate),
            (SampleKey.body(of: SampleKey.certificate), .certificate),
            (SampleKey.request, .otherBlock(label: "CERTIFICATE REQUEST")),
            (SampleKey.publicHalf, .publicKey),
            (SampleKey.body(of: SampleKey.publicHalf), .publicKey),
            (String(SampleKey.pkcs8.dropLast(30)), .cutOff),
            ("AuthKey_ABC123DEFG.p8", .notBase64),
            ("aGVsbG8sIHdvcmxk", .damaged),
            (SampleKey.pkcs8.replacing("MIGH", with: "AAAA"), .damaged),
        ]
    )
    func refusals(text: String, fault: KeyFault) {
        #expect(throws: fault) { try P256.PrivateKey(pem: text) }
    }

    @Test("names the kind, the mend, and no part of the key in what it says")
    func words() {
        #expect(
            KeyFault.otherCurve("secp384r1").description
                == "This is a key on the curve secp384r1; one on P-256 (prime256v1) is needed."
        )
        #expect(KeyFault.encrypted.description.contains("openssl pkcs8"))
    }

    @Test("is written as PKCS#8 and read again as the same key")
    func roundTrip() throws {
        let key = try P256.PrivateKey.generate()
        let again = try P256.PrivateKey(pem: key.pem)
        #expect(try again.publicKey == key.publicKey)
        #expect(try key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    }
}
