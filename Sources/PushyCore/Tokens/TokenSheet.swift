import APNs
import Foundation
import WorkersKV

/// All that is kept of one token.
public struct TokenSheet: Sendable {
    public let token: DeviceToken
    /// What is known of it, or why its value tells nothing.
    public let record: Result<TokenRecord, TokenRecordFault>
    /// Its value as it is stored, with metadata and expiry.
    public let entry: KVEntry
    /// Whether it is left out of broadcasts, because its deletion waits for the budget.
    public let isPending: Bool
}

extension TokenRegistry {
    /// All that is kept of a token; nil when it is not registered.
    public func sheet(of token: DeviceToken) async throws(KVError) -> TokenSheet? {
        let key = try KeyName(token)
        return try await store.read { [tokens, deletions] transaction throws(KVError) in
            guard let entry = try transaction.entry(of: key, in: tokens) else { return nil }
            return TokenSheet(
                token: token,
                record: Result { () throws(TokenRecordFault) in try TokenRecord(entry.value) },
                entry: entry,
                isPending: try deletions.contains(key, in: transaction)
            )
        }
    }
}
