import Foundation
import HTTPClient
import JSON

extension AccessToken {
    /// What Google names where it does not say how long a token lives.
    private static let usualLifetime: Int64 = 3600
    /// OAuth's codes are short names, such as `invalid_grant`.
    private static let longestCode = 64

    /// Reads the answer of a token endpoint. Source: RFC 6749, sections 5.1 and 5.2.
    init(_ response: ClientResponse, askedAt moment: Date) throws(FCMFailure) {
        let json = try? JSONValue(reading: response.body)
        guard response.isSuccess else {
            let code = Self.text("error", in: json)
            let words = ServerWords(Self.text("error_description", in: json) ?? "").text
            switch response.status {
            case 400..<500 where code != nil && response.status != 429:
                throw .account(code: ServerWords(code ?? "", limit: Self.longestCode).text, words: words)
            default: throw .tokenRefused(status: response.status, after: response.retryAfter)
            }
        }
        guard let token = Self.text("access_token", in: json), token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw .tokenRefused(status: response.status, after: nil) }
        text = token
        expiry = moment + TimeInterval(Self.lifetime(in: json))
    }

    /// Some servers write the number as a string.
    private static func lifetime(in json: JSONValue?) -> Int64 {
        switch json?["expires_in"] {
        case .number(let number): number.integer ?? usualLifetime
        case .string(let text): Int64(text) ?? usualLifetime
        default: usualLifetime
        }
    }

    private static func text(_ name: String, in json: JSONValue?) -> String? {
        guard case .string(let text) = json?[name], !text.isEmpty else { return nil }
        return text
    }
}
