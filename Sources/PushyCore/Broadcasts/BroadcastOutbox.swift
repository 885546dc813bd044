import Foundation
import WorkersKV

/// Where a command beside a running server leaves a broadcast: the store. The server takes it up within a second or so,
/// and both see it advance there.
public struct BroadcastOutbox: Sendable {
    private let registry: TokenRegistry
    private let records: BroadcastRecords
    private let now: @Sendable () -> Date

    /// Opens the outbox of the store that holds the registry.
    public init(of registry: TokenRegistry, now: @escaping @Sendable () -> Date) async throws(KVError) {
        self.registry = registry
        self.now = now
        records = try await BroadcastRecords(in: registry.store)
    }

    /// Leaves a draft as a broadcast that waits for its turn; once this returns it is durable.
    public func place(_ draft: Draft) async throws(KVError) -> Broadcast {
        let recipients = try await registry.reach(of: draft).recipients
        let broadcast = Broadcast(draft, recipients: recipients, at: now())
        return try await registry.store.commit { [records] transaction throws(KVError) in
            try records.note(broadcast.id, in: transaction)
            return try records.put(broadcast, in: transaction)
        }
    }

    /// The broadcast as it stands at its last checkpoint; nil when there is none of this name.
    public func broadcast(_ id: BroadcastID) async throws(KVError) -> Broadcast? {
        try await records.broadcast(id)
    }
}
