import APNs
import Foundation
import WorkersKV

/// Dead tokens whose deletion the day's budget refused: kept until it allows them, and skipped by broadcasts until then.
///
/// They are notes on the tokens: one that is registered, imported, written or deleted in the meantime, by whatever way,
/// waits no longer.
struct PendingDeletions: Sendable {
    /// Keys are read this many at a time.
    private static let pageCount = 1_000

    private let namespace: KVNamespace

    init(on tokens: KVNamespace, of app: AppID, in store: KVStore) async throws(KVError) {
        namespace = try await store.systemNamespace(named: Self.namespaceName(of: app), notingOn: tokens)
    }

    /// The name of the namespace that holds an app's.
    static func namespaceName(of app: AppID) -> String {
        app == .default ? "pending-deletions" : "pending-deletions:\(app)"
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

    /// Forgets a token that is not to be deleted after all.
    func forget(_ token: KeyName, in transaction: borrowing KVWriteTransaction) throws(KVError) {
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

    /// The keys of all devices that wait.
    func keys(in store: KVStore) async throws(KVError) -> Set<KeyName> {
        Set(try await all(in: store).map(\.token))
    }

    /// How many tokens wait.
    func count(in store: KVStore) async throws(KVError) -> Int {
        var count = 0
        var cursor: KeyName?
        while true {
            let page = try await store.walk(namespace, after: cursor, limit: Self.pageCount) { _, _ in }
            count += page.handedOut
            guard let last = page.last else { return count }
            cursor = last
        }
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
