import APNs
import WorkersKV

/// A token and what is known of it.
public struct RegisteredToken: Hashable, Sendable {
    public let token: DeviceToken
    public let record: TokenRecord
}

/// Some tokens in the order of their digits, and where the next ones begin.
public struct TokenPage: Hashable, Sendable {
    public let tokens: [RegisteredToken]
    /// What to go on after; nil when there are no more.
    public let cursor: DeviceToken?
}

extension TokenRegistry {
    /// What is known of a token; nil when it is not registered.
    public func record(of token: DeviceToken) async throws(KVError) -> TokenRecord? {
        let key = try KeyName(token)
        let bytes = try await store.read { [tokens] transaction throws(KVError) in
            try transaction.value(of: key, in: tokens)
        }
        return bytes.flatMap { try? TokenRecord($0) }
    }

    /// Lists tokens of an audience, `limit` at most.
    ///
    /// With an environment only those registered for it; nil is all, those that named none included.
    public func list(
        after cursor: DeviceToken? = nil,
        limit: Int,
        audience: Audience = .all,
        environment: APNsEnvironment? = nil
    ) async throws(KVError) -> TokenPage {
        var found: [RegisteredToken] = []
        var position: KeyName? = if let cursor { try KeyName(cursor) } else { nil }
        var isComplete = false
        while found.count < limit, !isComplete {
            let page = try await store.walk(tokens, after: position, limit: limit - found.count) { key, value in
                guard RecipientFilter.isToken(key), let token = try? DeviceToken(utf8: key),
                    let record = try? TokenRecord(value.withUnsafeBytes { Array($0) }),
                    audience.includes(pro: record.pro),
                    environment == nil || record.environment == environment
                else { return }
                found.append(RegisteredToken(token: token, record: record))
            }
            position = page.last ?? position
            isComplete = page.isComplete
        }
        return TokenPage(tokens: found, cursor: isComplete ? nil : position.flatMap { try? DeviceToken($0.text) })
    }
}
