import Foundation

/// What Google takes for proof of who sends, for an hour or so.
struct AccessToken: Hashable, Sendable {
    let text: String
    let expiry: Date
}
