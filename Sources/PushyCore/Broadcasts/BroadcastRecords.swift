import Foundation
import WorkersKV

/// The stored broadcasts, newest first, and the idempotency keys that lead to them.
struct BroadcastRecords: Sendable {
    private static let namespaceName = "broadcasts"
    private static let idempotencyNamespaceName = "idempotency-keys"
    private static let outboxNamespaceName = "outbox"
    /// Broadcasts are read this many at a time.
    private static let pageCount = 500
    /// How long a repeated request is known again: longer than any client goes on trying.
    private static let idempotencySeconds = 7 * 86_400

    private let store: KVStore
    private let broadcasts: KVNamespace
    private let idempotencyKeys: KVNamespace
    private let outbox: KVNamespace

    init(in store: KVStore) async throws(KVError) {
        self.store = store
        broadcasts = try await store.systemNamespace(named: Self.namespaceName)
        idempotencyKeys = try await store.systemNamespace(named: Self.idempotencyNamespaceName)
        outbox = try await store.systemNamespace(named: Self.outboxNamespaceName)
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

    /// A broadcast as it stands in the transaction.
    func broadcast(_ id: BroadcastID, in transaction: borrowing KVWriteTransaction) throws(KVError) -> Broadcast? {
        try transaction.withValue(of: Self.key(of: id), in: broadcasts) { Broadcast(json: $0) } ?? nil
    }

    /// Stores a broadcast, and gives it as it is stored.
    @discardableResult
    func put(_ broadcast: Broadcast, in transaction: borrowing KVWriteTransaction) throws(KVError) -> Broadcast {
        var stored = broadcast
        stored.revision += 1
        try transaction.put(stored.json, for: Self.key(of: stored.id), in: broadcasts)
        return stored
    }

    /// Leaves a note of a broadcast for the process that sends.
    func note(_ id: BroadcastID, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        try transaction.put([], for: Self.key(of: id), in: outbox)
    }

    /// Takes the notes that were left, and gives the broadcasts they were about.
    func takeNotes() async throws(KVError) -> [Broadcast] {
        var keys: [KeyName] = []
        _ = try await store.walk(outbox, limit: Self.pageCount) { key, _ in
            if let key = KeyName(utf8: key) { keys.append(key) }
        }
        guard !keys.isEmpty else { return [] }
        return try await store.commit { [broadcasts, outbox, keys] transaction throws(KVError) in
            var found: [Broadcast] = []
            for key in keys {
                if let broadcast = try transaction.withValue(of: key, in: broadcasts, { Broadcast(json: $0) }) ?? nil {
                    found.append(broadcast)
                }
                try transaction.delete(key, in: outbox)
            }
            return found
        }
    }

    /// Sees whether the store has room for what sending will write, before anything is sent.
    func proveRoom() async throws(KVError) {
        let key = try Self.key(named: "room")
        try await store.commit { [outbox] transaction throws(KVError) in
            try transaction.put([UInt8](repeating: 0, count: Self.roomByteCount), for: key, in: outbox)
        }
        try await store.commit { [outbox] transaction throws(KVError) in
            try transaction.delete(key, in: outbox)
        }
    }

    /// More than the pages that one checkpoint touches.
    private static let roomByteCount = 256 << 10

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
        return try self.broadcast(id, in: transaction)
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
        try key(named: id.key)
    }

    private static func key(named name: String) throws(KVError) -> KeyName {
        do throws(KVRefusal) {
            return try KeyName(name)
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
