import WorkersKV

/// The stored apps, in the order of their ids, and the digests of keys that lead to them.
struct AppRecords: Sendable {
    private static let pageCount = 500

    private let store: KVStore
    private let apps: KVNamespace
    private let keys: KVNamespace
    private let readApps = ReadJSON<App>()
    private let readCallers = ReadJSON<AppCaller>()

    init(in store: KVStore) async throws(KVError) {
        self.store = store
        apps = try await store.systemNamespace(named: "apps")
        keys = try await store.systemNamespace(named: "app-keys")
    }

    /// All apps, the default one first.
    func all() async throws(KVError) -> [App] {
        var found: [App] = []
        var cursor: KeyName?
        var isComplete = false
        while !isComplete {
            let page = try await store.walk(apps, after: cursor, limit: Self.pageCount) { _, value in
                if let app = App(json: value) { found.append(app) }
            }
            cursor = page.last
            isComplete = page.isComplete
        }
        let standard = found.first { $0.id == .default } ?? .default
        return [standard] + found.filter { $0.id != .default }
    }

    /// Those that were ever stored, as they stand in the transaction.
    func all(in transaction: borrowing KVWriteTransaction) throws(KVError) -> [App] {
        var found: [App] = []
        _ = try transaction.walk(apps, limit: .max) { _, value in
            if let app = App(json: value) { found.append(app) }
        }
        return found
    }

    func app(_ id: AppID) async throws(KVError) -> App? {
        let name = try KeyName(of: id.text)
        let stored = try await store.read { transaction throws(KVError) in
            try transaction.withValue(of: name, in: apps) { readApps.value(of: name, reading: $0) } ?? nil
        }
        return stored ?? (id == .default ? .default : nil)
    }

    func app(_ id: AppID, in transaction: borrowing KVWriteTransaction) throws(KVError) -> App? {
        let stored = try transaction.withValue(of: KeyName(of: id.text), in: apps) { App(json: $0) } ?? nil
        return stored ?? (id == .default ? .default : nil)
    }

    func put(_ app: App, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        try transaction.put(app.json, for: KeyName(of: app.id.text), in: apps)
    }

    func delete(_ app: App, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        try transaction.delete(KeyName(of: app.id.text), in: apps)
        for mark in [app.backendKey, app.clientKey].compactMap(\.self) {
            try transaction.delete(KeyName(of: mark.digest), in: keys)
        }
    }

    /// Who holds a key: the digest is looked up, so that the time it takes tells nothing of any key.
    func caller(presenting key: AppKey) async throws(KVError) -> AppCaller? {
        let name = try KeyName(of: key.digest)
        return try await store.read { transaction throws(KVError) in
            try transaction.withValue(of: name, in: keys) { readCallers.value(of: name, reading: $0) } ?? nil
        }
    }

    /// Gives an app a key in place of the one that it had in this role, which is dead with the commit.
    func give(
        _ key: AppKey,
        for role: AppKey.Role,
        to app: inout App,
        by maker: KeyMaker?,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) {
        if let former = app[key: role] { try transaction.delete(KeyName(of: former.digest), in: keys) }
        app[key: role] = App.KeyMark(key, madeAt: transaction.now, by: maker)
        let caller = AppCaller(app: app.id, role: role, incarnation: app.incarnation)
        try transaction.put(caller.json, for: KeyName(of: key.digest), in: keys)
    }
}
