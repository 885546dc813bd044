import PushCrypto
import Testing

@Suite("An RSA key")
struct RSATests {
    @Test("signs with RS256, and its public half alone verifies")
    func signature() throws {
        let key = try RSA.PrivateKey.generate()
        let message = Array("message".utf8)
        let signature = try key.sign(message)
        #expect(signature.count == 256)
        #expect(try key.publicKey.isValid(signature: signature, of: message))
        #expect(try !key.publicKey.isValid(signature: signature, of: message + [0]))
        #expect(try !RSA.PrivateKey.generate().publicKey.isValid(signature: signature, of: message))
    }

    @Test("goes out and comes in as PEM, line breaks as two characters included")
    func roundTrip() throws {
        let key = try RSA.PrivateKey.generate()
        let read = try RSA.PrivateKey(pem: key.pem.replacing("\n", with: "\\n"))
        let message: [UInt8] = [1, 2, 3]
        let verifier = try RSA.PublicKey(pem: key.publicKey.pem)
        #expect(try verifier.isValid(signature: read.sign(message), of: message))
    }

    @Test("is neither one of another kind nor a short one")
    func refusals() {
        #expect(throws: KeyFault.notRSA("EC")) { try RSA.PrivateKey(pem: SampleKey.pkcs8) }
        #expect(throws: KeyFault.tooShort(bitCount: 1024)) { try RSA.PrivateKey(pem: SampleKey.rsa) }
    }

    @Test("signs tokens")
    func token() throws {
        let key = try RSA.PrivateKey.generate()
        let token = try JSONWebToken(header: Array("{}".utf8), claims: Array("{}".utf8), signedBy: key)
        let read = try #require(JSONWebToken(token.text))
        #expect(try read.isSigned(by: key.publicKey))
        #expect(try !read.isSigned(by: RSA.PrivateKey.generate().publicKey))
    }
}
