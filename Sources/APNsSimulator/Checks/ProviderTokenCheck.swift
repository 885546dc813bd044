import Foundation
import HTTP2
import PushCrypto

/// Checks provider tokens: form, signature, age, and that a connection stays with one team and does not change tokens
/// too often.
///
/// Source: Apple, Establishing a token-based connection to APNs.
struct ProviderTokenCheck {
    let key: P256.PublicKey?
    let interval: Duration

    /// "No more than one hour from the current time", in either direction.
    private static let lifetime: TimeInterval = 3_600
    /// Key and team identifiers have ten characters.
    private static let identifierCount = 10

    func fault(
        of request: borrowing ReceivedMessage,
        memory: inout ProviderTokenMemory,
        now: Date
    ) -> APNsReason? {
        guard let value = request.value(of: RequestField.authorization) else { return .missingProviderToken }
        if !value.equals(memory.text) { memory.take(value, reading: read(value)) }
        guard let token = memory.token else { return memory.isMissing ? .missingProviderToken : .invalidProviderToken }
        guard abs(now.timeIntervalSince(token.issued)) <= Self.lifetime else { return .expiredProviderToken }
        return memory.accept(token, now: now, interval: interval)
    }

    private func read(_ value: Span<UInt8>) -> ProviderTokenMemory.Reading {
        guard value.begins(with: "bearer ") || value.begins(with: "Bearer ") else { return .missing }
        let text = value.extracting(droppingFirst: "bearer ".utf8.count).text()
        guard let token = JSONWebToken(text), let header = members(token.header), let claims = members(token.claims),
            header["alg"] as? String == "ES256",
            let keyID = header["kid"] as? String, keyID.utf8.count == Self.identifierCount,
            let team = claims["iss"] as? String, team.utf8.count == Self.identifierCount,
            let issued = claims["iat"] as? Double,
            key.map({ token.isSigned(by: $0) }) ?? true
        else { return .invalid }
        return .token(ProviderTokenMemory.Token(team: team, issued: Date(timeIntervalSince1970: issued)))
    }

    private func members(_ json: [UInt8]) -> [String: Any]? {
        // Not JSON is one more way of being no token.
        (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    }
}

/// What a connection has seen of provider tokens, so that each is read, and its signature verified, once.
struct ProviderTokenMemory {
    struct Token: Hashable {
        let team: String
        let issued: Date
    }

    enum Reading {
        case missing
        case invalid
        case token(Token)
    }

    /// The latest value of `authorization`, whatever was thought of it.
    private(set) var text: [UInt8] = []
    private(set) var token: Token?
    private(set) var isMissing = false
    private var accepted: (text: [UInt8], team: String, since: Date)?

    mutating func take(_ value: Span<UInt8>, reading: Reading) {
        text = value.withUnsafeBufferPointer { Array($0) }
        isMissing = false
        token = nil
        switch reading {
        case .missing: isMissing = true
        case .invalid: break
        case .token(let read): token = read
        }
    }

    /// Takes a good token for the connection's; says what is against that.
    mutating func accept(_ token: Token, now: Date, interval: Duration) -> APNsReason? {
        guard let accepted else {
            self.accepted = (text, token.team, now)
            return nil
        }
        guard accepted.team == token.team else { return .invalidProviderToken }
        guard accepted.text != text else { return nil }
        guard now.timeIntervalSince(accepted.since) >= Double(interval.components.seconds) else {
            return .tooManyProviderTokenUpdates
        }
        self.accepted = (text, token.team, now)
        return nil
    }

    /// Whether a good token has been seen on the connection.
    var hasAccepted: Bool { accepted != nil }
}
