import Foundation
import PushCrypto

/// Provider tokens, good and bad.
enum ProviderTokens {
    static let team = "TEAM123456"
    static let keyID = "KEY1234567"

    /// A good one, by a key that nobody knows.
    static let fresh = make()

    static func make(
        issued: Date = Date(),
        team: String = team,
        keyID: String = keyID,
        algorithm: String = "ES256",
        key: P256.PrivateKey? = nil
    ) -> String {
        let header = #"{"alg":"\#(algorithm)","kid":"\#(keyID)"}"#
        let claims = #"{"iss":"\#(team)","iat":\#(Int(issued.timeIntervalSince1970))}"#
        do {
            let key = try key ?? P256.PrivateKey.generate()
            return try JSONWebToken(header: Array(header.utf8), claims: Array(claims.utf8), signedBy: key).text
        } catch {
            return "no token: \(error)"
        }
    }
}
