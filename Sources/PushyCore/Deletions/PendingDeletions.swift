import APNs
import Foundation
import WorkersKV

/// Dead tokens whose deletion the day's budget refused: kept until it allows them, and skipped by broadcasts until then.
struct PendingDeletions: Sendable {
    private static let namespaceName = "pending-deletions"
    /// Keys are read this many at a time.
    private static let pageCount = 1_000

    private let namespace: KVNamespace

    init(in store: KVStore) async throws(KVError) {
        namespace = try await store.systemNamespace(named: Self.namespaceName)
    }

    /// What APNs said of a token, and when it was put here.
    struct Entry: Hashable, Sendable, Codable {
        let since: Date
        let environment: APNsEnvironment
        let added: Date
    }

    func add(
        _ token: KeyName,
        goneSince since: Date,
        by environment: APNsEnvironment,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) {
        let entry = Entry(since: since, environment: environment, added: transaction.now)
        try transaction.put(entry.json, for: token, in: namespace)
    }

    /// Whether a token waits to be deleted.
    func contains(_ token: KeyName, in transaction: borrowing KVReadTransaction) throws(KVError) -> Bool {
        try transaction.withValue(of: token, in: namespace) { _ in true } ?? false
    }

    /// Whether a token waits to be deleted.
    func contains(_ token: KeyName, in transaction: borrowing KVWriteTransaction) throws(KVError) -> Bool {
        try transaction.withValue(of: token, in: namespace) { _ in true } ?? false
    }

    /// Forgets a token that was deleted, or registered again.
    func forget(_ token: KeyName, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        guard try contains(token, in: transaction) else { return }
        try transaction.delete(token, in: namespace)
    }

    /// A token, and what was said of it.
    struct Waiting: Hashable, Sendable {
        let token: KeyName
        let entry: Entry
    }

    /// The tokens that wait.
    func tokens(in store: KVStore) async throws(KVError) -> Set<DeviceToken> {
        Set(try await all(in: store).compactMap { try? DeviceToken($0.token.text) })
    }

    /// The tokens that wait, the one that waits longest first.
    func all(in store: KVStore) async throws(KVError) -> [Waiting] {
        var entries: [Waiting] = []
        var cursor: KeyName?
        while true {
            let page = try await store.walk(namespace, after: cursor, limit: Self.pageCount) { key, value in
                guard let token = KeyName(utf8: key), let entry = Entry(json: value) else { return }
                entries.append(Waiting(token: token, entry: entry))
            }
            guard let last = page.last else { break }
            cursor = last
        }
        return entries.sorted { ($0.entry.added, $0.token) < ($1.entry.added, $1.token) }
    }
}

extension TokenRegistry {
    /// How many deletions one transaction carries out: registrations wait no longer than for these.
    private static let deletionsPerCommit = 200

    /// Carries out the deletions that waited, oldest first, as far as the budget goes.
    ///
    /// - Returns: how many tokens were deleted.
    @discardableResult
    public func carryOutPendingDeletions() async throws(KVError) -> Int {
        let waiting = try await deletions.all(in: store)
        var deleted = 0
        for start in stride(from: 0, to: waiting.count, by: Self.deletionsPerCommit) {
            let batch = waiting[start..<min(start + Self.deletionsPerCommit, waiting.count)]
            let done = try await store.commit { [self] transaction throws(KVError) in
                try carryOut(Array(batch), in: transaction)
            }
            deleted += done.deleted
            if done.isBudgetSpent { break }
        }
        return deleted
    }

    private func carryOut(
        _ batch: [PendingDeletions.Waiting],
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> (deleted: Int, isBudgetSpent: Bool) {
        var deleted = 0
        for waiting in batch {
            let (token, entry) = (waiting.token, waiting.entry)
            if let record = try transaction.record(of: token, in: tokens),
                DeletionRule.allows(deleting: record, goneSince: entry.since, by: entry.environment)
            {
                do throws(KVError) {
                    try transaction.delete(token, in: tokens)
                    deleted += 1
                } catch .refused(.budgetSpent) {
                    return (deleted, true)
                }
            }
            try deletions.forget(token, in: transaction)
        }
        return (deleted, false)
    }
}
