import Foundation
import HTTPClient
import JSON
import PushCrypto

extension ServiceAccount {
    /// What messages need; a token for more would be a greater loss.
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// An hour is the most that Google takes.
    private static let assertionLifetime: Int64 = 3600

    /// The request for an access token, with claims of this moment.
    ///
    /// Source: RFC 7523, section 2.1.
    func tokenRequest(at moment: Date) throws(CryptoFailure) -> ClientRequest {
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        return ClientRequest(
            "POST",
            tokenURI,
            headers: [ClientRequest.Header("Content-Type", "application/x-www-form-urlencoded")],
            // A JWT is Base64URL and dots, which a form carries as they are.
            body: Array((form + (try assertion(at: moment))).utf8)
        )
    }

    /// The signed statement that this is the account.
    func assertion(at moment: Date) throws(CryptoFailure) -> String {
        let issued = Int64(moment.timeIntervalSince1970.rounded(.down))
        let header: JSONValue = ["typ": "JWT", "alg": "RS256", "kid": .string(privateKeyID)]
        let claims: JSONValue = [
            "iss": .string(clientEmail), "scope": .string(Self.scope), "aud": .string(tokenURI),
            "iat": .integer(issued), "exp": .integer(issued + Self.assertionLifetime),
        ]
        return try JSONWebToken(header: header.written(), claims: claims.written(), signedBy: key).text
    }
}
