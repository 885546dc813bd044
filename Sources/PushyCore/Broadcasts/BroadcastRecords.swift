import Foundation
import WorkersKV

/// The stored broadcasts, newest first, and the idempotency keys that lead to them.
struct BroadcastRecords: Sendable {
    private static let namespaceName = "broadcasts"
    private static let idempotencyNamespaceName = "idempotency-keys"
    /// Broadcasts are read this many at a time.
    private static let pageCount = 500
    /// How long a repeated request is known again: longer than any client goes on trying.
    private static let idempotencySeconds = 7 * 86_400

    private let store: KVStore
    private let broadcasts: KVNamespace
    private let idempotencyKeys: KVNamespace

    init(in store: KVStore) async throws(KVError) {
        self.store = store
        broadcasts = try await store.systemNamespace(named: Self.namespaceName)
        idempotencyKeys = try await store.systemNamespace(named: Self.idempotencyNamespaceName)
    }

    func broadcast(_ id: BroadcastID) async throws(KVError) -> Broadcast? {
        let key = try Self.key(of: id)
        return try await store.read { transaction throws(KVError) in
            try transaction.withValue(of: key, in: broadcasts) { Broadcast(json: $0) } ?? nil
        }
    }

    /// Those that are not over.
    func unfinished() async throws(KVError) -> [Broadcast] {
        var found: [Broadcast] = []
        var cursor: BroadcastID?
        repeat {
            let page = try await page(after: cursor, limit: Self.pageCount)
            found += page.broadcasts.filter { !$0.state.isOver }
            cursor = page.cursor
        } while cursor != nil
        return found
    }

    func put(_ broadcast: Broadcast, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        try transaction.put(broadcast.json, for: Self.key(of: broadcast.id), in: broadcasts)
    }

    /// A page of broadcasts, the newest first.
    func page(after cursor: BroadcastID?, limit: Int) async throws(KVError) -> BroadcastPage {
        var found: [Broadcast] = []
        let after: KeyName? = if let cursor { try Self.key(of: cursor) } else { nil }
        let page = try await store.walk(broadcasts, after: after, limit: limit) { _, value in
            if let broadcast = Broadcast(json: value) { found.append(broadcast) }
        }
        return BroadcastPage(broadcasts: found, cursor: page.isComplete ? nil : found.last?.id)
    }

    /// The broadcast that an earlier request with the same idempotency key created.
    func broadcast(
        for idempotencyKey: IdempotencyKey,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> Broadcast? {
        guard let bytes = try transaction.value(of: idempotencyKey.name, in: idempotencyKeys),
            let id = BroadcastID(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return try transaction.withValue(of: Self.key(of: id), in: broadcasts) { Broadcast(json: $0) } ?? nil
    }

    func remember(
        _ idempotencyKey: IdempotencyKey,
        for broadcast: Broadcast,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) {
        let expiration = KVExpiration.after(seconds: Self.idempotencySeconds)
        let id = Array(broadcast.id.text.utf8)
        try transaction.put(id, for: idempotencyKey.name, in: idempotencyKeys, expiration: expiration)
    }

    private static func key(of id: BroadcastID) throws(KVError) -> KeyName {
        do throws(KVRefusal) {
            return try KeyName(id.key)
        } catch {
            throw .refused(error)
        }
    }
}

/// Some broadcasts, and where the next ones begin.
public struct BroadcastPage: Sendable {
    /// The newest first.
    public let broadcasts: [Broadcast]
    /// The last of them, to go on after; nil when there are no more.
    public let cursor: BroadcastID?
}
