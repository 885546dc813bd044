import APNs
import PushCrypto
import WorkersKV

/// A name for a token that does not tell it: its first digits, by which it is found, and a fingerprint of all of them.
///
/// It may stand in addresses, which browsers remember and proxies log; who reads it can send to nobody.
public struct TokenAlias: Hashable, Sendable {
    /// As many digits as a masked token shows at its beginning.
    private static let digitCount = 6
    /// 96 bits: no two tokens of one app meet.
    private static let fingerprintCount = 16

    /// As it stands in an address: `3f9a1c-6nVt…`.
    public let text: String

    /// The name of a token.
    public init(_ token: DeviceToken) {
        let digest = SHA256.hash(Array(token.hex.utf8))
        text = "\(token.hex.prefix(Self.digitCount))-\(Base64URL.encode(digest).prefix(Self.fingerprintCount))"
    }

    /// The name that a text holds; nil when it is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].count == Self.digitCount, parts[1].count == Self.fingerprintCount,
            TokenPrefix(String(parts[0])) != nil
        else { return nil }
        self.text = text.prefix(Self.digitCount).lowercased() + text.dropFirst(Self.digitCount)
    }

    /// What the token begins with.
    var digits: String { String(text.prefix(Self.digitCount)) }
}

extension TokenRegistry {
    /// The token of that name; nil when it is not there, or no more.
    public func token(named alias: TokenAlias) async throws(KVError) -> DeviceToken? {
        var cursor: KeyName?
        while true {
            // As good as always there is one token with these digits; a store of alike ones is walked in turns.
            await Task.yield()
            var found: DeviceToken?
            let page = try await store.walk(tokens, prefix: alias.digits, after: cursor) { key, _ in
                guard found == nil, RecipientFilter.isToken(key), let token = try? DeviceToken(utf8: key),
                    TokenAlias(token) == alias
                else { return }
                found = token
            }
            if let found { return found }
            guard let last = page.last else { return nil }
            cursor = last
        }
    }
}
