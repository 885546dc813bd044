import Foundation
import JSON
import PushCrypto

/// A signed statement that this is the team's own program, which every request bears.
///
/// Source: User Notifications, "Establishing a token-based connection to APNs".
public struct ProviderToken: Hashable, Sendable {
    /// The JSON Web Token.
    public let text: String
    /// Its `iat` claim, in whole seconds.
    public let issuedAt: Date

    init(_ credentials: APNsCredentials, at moment: Date) throws(CryptoFailure) {
        let seconds = Int64(moment.timeIntervalSince1970.rounded(.down))
        let header: JSONValue = ["alg": "ES256", "kid": .string(credentials.keyID)]
        let claims: JSONValue = ["iss": .string(credentials.teamID), "iat": .integer(seconds)]
        let token = try JSONWebToken(header: header.written(), claims: claims.written(), signedBy: credentials.key)
        text = token.text
        issuedAt = Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
