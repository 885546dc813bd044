import PushCrypto
import Testing

@Suite("Digests")
struct DigestTests {
    /// FIPS 180-4's own examples.
    @Test(
        "SHA-256 gives the standard's values",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sha256(text: String, digest: String) {
        #expect(hexadecimal(SHA256.hash(Array(text.utf8))) == digest)
    }

    /// RFC 4231, cases 2 and 6 (a key longer than a block).
    @Test("HMAC-SHA-256 gives the standard's values, with keys short, long and empty")
    func hmac() {
        #expect(
            hexadecimal(HMAC.sha256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        #expect(
            hexadecimal(
                HMAC.sha256(
                    Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                    key: Array(repeating: 0xaa, count: 131)
                )
            )
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
        #expect(
            hexadecimal(HMAC.sha256([], key: []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        )
    }

    @Test("secrets are compared by every byte and by length")
    func equality() {
        #expect(constantTimeEqual("secret", "secret"))
        #expect(!constantTimeEqual("secret", "secreT"))
        #expect(!constantTimeEqual("secret", "secrets"))
        #expect(constantTimeEqual("", ""))
    }

    @Test("random bytes are as many as asked for, and never twice the same")
    func random() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(SecureRandom.bytes(33).count == 33)
        #expect(SecureRandom.bytes(16) != SecureRandom.bytes(16))
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
