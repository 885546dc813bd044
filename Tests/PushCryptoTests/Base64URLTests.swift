import PushCrypto
import Testing

@Suite("Base64URL")
struct Base64URLTests {
    /// RFC 4648, section 10, without the padding.
    @Test(
        "encodes and decodes the standard's values",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("uses - and _, and never pads")
    func alphabet() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe, 0xff]) == "-__-_w")
        #expect(Base64URL.decode("-__-_w") == [0xfb, 0xff, 0xfe, 0xff])
    }

    @Test(
        "refuses padding, the other alphabet, an impossible length and spare bits",
        arguments: ["Zg==", "+/8", "A", "Zh"]
    )
    func refusals(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}

@Suite("Base64 from others")
struct Base64Tests {
    @Test("is read in either alphabet, padded or not", arguments: ["+/8=", "-_8=", "+/8", "-_8"])
    func forms(text: String) {
        #expect(Base64.decodeAnyForm(text) == [0xfb, 0xff])
    }

    @Test("is nothing else", arguments: ["A", "Zg===", "Z g", "Zé", "="])
    func refusals(text: String) {
        #expect(Base64.decodeAnyForm(text)?.isEmpty ?? true)
    }
}
