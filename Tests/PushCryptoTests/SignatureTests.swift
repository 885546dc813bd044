import PushCrypto
import Testing

@Suite("An ES256 signature")
struct SignatureTests {
    let key: P256.PrivateKey
    let message = Array("message".utf8)

    init() throws {
        key = try P256.PrivateKey(pem: SampleKey.pkcs8)
    }

    @Test("has 64 bytes however small its numbers are")
    func length() throws {
        // One in 256 numbers begins with a zero byte; of 2,000 none may be short.
        for _ in 0..<1_000 {
            #expect(try key.sign(message).count == P256.signatureByteCount)
        }
    }

    @Test("is verified by the key's other half, and by no other key")
    func verification() throws {
        let signature = try key.sign(message)
        #expect(try key.publicKey.isValid(signature: signature, of: message))
        #expect(try !P256.PrivateKey.generate().publicKey.isValid(signature: signature, of: message))
    }

    @Test("does not hold for another message, a changed byte, or another length")
    func tampering() throws {
        let publicKey = try key.publicKey
        var signature = try key.sign(message)
        #expect(!publicKey.isValid(signature: signature, of: Array("massage".utf8)))
        #expect(!publicKey.isValid(signature: Array(signature.dropLast()), of: message))
        #expect(!publicKey.isValid(signature: [], of: message))
        signature[40] ^= 1
        #expect(!publicKey.isValid(signature: signature, of: message))
    }

    /// RFC 7515, appendix A.3.
    @Test("of the JWS standard's own example is verified")
    func standardExample() throws {
        let x = try #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"))
        let y = try #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let token = try #require(
            JSONWebToken(
                "eyJhbGciOiJFUzI1NiJ9"
                    + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
                    + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
            )
        )
        #expect(token.isSigned(by: try P256.PublicKey(point: [4] + x + y)))
    }
}
