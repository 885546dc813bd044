import Foundation
import PushCrypto
import Testing

@Suite("A JSON Web Token")
struct JSONWebTokenTests {
    @Test("carries header and claims, and is verified by its key alone")
    func roundTrip() throws {
        let key = try P256.PrivateKey.generate()
        let token = try JSONWebToken(
            header: Array(#"{"alg":"ES256"}"#.utf8),
            claims: Array(#"{"iss":"TEAM"}"#.utf8),
            signedBy: key
        )
        let read = try #require(JSONWebToken(token.text))
        #expect(read.header == Array(#"{"alg":"ES256"}"#.utf8))
        #expect(read.claims == Array(#"{"iss":"TEAM"}"#.utf8))
        #expect(read.isSigned(by: try key.publicKey))
        #expect(try !read.isSigned(by: P256.PrivateKey.generate().publicKey))
    }

    @Test("is three parts of Base64URL", arguments: ["", "a.b", "..", "YQ.YQ.YQ.YQ", "YQ.YQ.Y=="])
    func shape(text: String) {
        #expect(JSONWebToken(text)?.header.isEmpty ?? true)
    }
}
