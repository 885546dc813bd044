import APNs
import Foundation
import WorkersKV

/// The owner's apps: creates, changes and deletes them, and tells who presents a key.
public struct Apps: Sendable {
    let store: KVStore
    let records: AppRecords
    let vault: CredentialVault
    private let now: @Sendable () -> Date

    /// Opens the apps of a store. Without a master key all works but their credentials.
    public init(
        in store: KVStore,
        masterKey: MasterKey? = nil,
        now: @escaping @Sendable () -> Date
    ) async throws(KVError) {
        vault = try await CredentialVault(in: store, key: masterKey)
        self.store = store
        self.now = now
        records = try await AppRecords(in: store)
    }

    /// All apps, the default one first, the others in the order of their ids.
    public func all() async throws(AppFailure) -> [App] {
        try await AppFailure.wrapping { () async throws(KVError) in try await records.all() }
    }

    /// An app as it stands.
    public func app(_ id: AppID) async throws(AppFailure) -> App {
        let app = try await AppFailure.wrapping { () async throws(KVError) in try await records.app(id) }
        guard let app else { throw .unknown(id) }
        return app
    }

    /// Who presents a key; nil when it is nobody's, or no longer.
    public func caller(presenting key: AppKey) async throws(KVError) -> AppCaller? {
        try await records.caller(presenting: key)
    }

    /// Creates an app of the fields that the API names, with two new keys and a namespace of its own for its devices.
    public func create(_ fields: JSONObject, by maker: KeyMaker? = nil) async throws(AppFailure) -> NewApp {
        let (id, change) = try Self.reading { () throws(DraftFault) in
            (try AppChange.id(in: fields), try AppChange(fields, isNew: true))
        }
        guard id != .default else { throw .exists(id) }
        let (backendKey, clientKey) = (AppKey(for: .backend), AppKey(for: .client))
        let app = try await AppFailure.committing(to: store) { [self, moment = now()] transaction throws in
            guard try records.app(id, in: transaction) == nil else { throw AppFailure.exists(id) }
            var app = App(id, name: change.name ?? id.text, at: moment)
            try apply(change, to: &app, in: transaction)
            try records.give(backendKey, for: .backend, to: &app, by: maker, in: transaction)
            try records.give(clientKey, for: .client, to: &app, by: maker, in: transaction)
            try records.put(app, in: transaction)
            try transaction.createNamespace(titled: AppSpace.title(of: id))
            return app
        }
        return NewApp(app: app, backendKey: backendKey, clientKey: clientKey)
    }

    /// Changes what the fields name, and leaves the rest.
    public func change(_ id: AppID, _ fields: JSONObject) async throws(AppFailure) -> App {
        let change = try Self.reading { () throws(DraftFault) in try AppChange(fields, isNew: false) }
        return try await AppFailure.committing(to: store) { [self, moment = now()] transaction throws in
            guard var app = try records.app(id, in: transaction) else { throw AppFailure.unknown(id) }
            app.name = change.name ?? app.name
            try apply(change, to: &app, in: transaction)
            app.updatedAt = moment
            try records.put(app, in: transaction)
            return app
        }
    }

    /// Deletes an app with its keys, its devices and all that is kept of them.
    public func delete(_ id: AppID) async throws(AppFailure) {
        guard id != .default else {
            throw .unchangeable("The app default is the one that the environment names: it cannot be deleted.")
        }
        try await AppFailure.committing(to: store) { [records] transaction throws in
            guard let app = try records.app(id, in: transaction) else { throw AppFailure.unknown(id) }
            try records.delete(app, in: transaction)
            try transaction.deleteNamespace(titled: AppSpace.title(of: id))
            for name in AppSpace.systemNames(of: id) { try transaction.deleteSystemNamespace(named: name) }
        }
    }

    /// Gives an app a new key, which is shown this once; the former one is dead when this returns.
    public func rotateKey(
        of id: AppID,
        for role: AppKey.Role,
        by maker: KeyMaker? = nil
    ) async throws(AppFailure) -> AppKey {
        let key = AppKey(for: role)
        try await rotate(to: key, of: id, for: role, by: maker) { _ in true }
        return key
    }

    /// The same, unless the app's key is another one by now than the one of this name, or than none: then nothing is done,
    /// and there is no new key.
    public func replaceKey(
        named name: String?,
        of id: AppID,
        for role: AppKey.Role,
        by maker: KeyMaker
    ) async throws(AppFailure) -> AppKey? {
        let key = AppKey(for: role)
        let isDone = try await rotate(to: key, of: id, for: role, by: maker) { $0?.name == name }
        return isDone ? key : nil
    }

    @discardableResult
    private func rotate(
        to key: AppKey,
        of id: AppID,
        for role: AppKey.Role,
        by maker: KeyMaker?,
        where isMeant: @escaping @Sendable (App.KeyMark?) -> Bool
    ) async throws(AppFailure) -> Bool {
        guard id != .default || role != .client else {
            throw .unchangeable("The client key of the app default is PUSHY_APP_KEY: change it there, and restart.")
        }
        return try await AppFailure.committing(to: store) { [records, moment = now()] transaction throws in
            guard var app = try records.app(id, in: transaction) else { throw AppFailure.unknown(id) }
            guard isMeant(app[key: role]) else { return false }
            try records.give(key, for: role, to: &app, by: maker, in: transaction)
            app.updatedAt = moment
            try records.put(app, in: transaction)
            return true
        }
    }

    private static func reading<Value>(_ body: () throws(DraftFault) -> Value) throws(AppFailure) -> Value {
        do throws(DraftFault) {
            return try body()
        } catch {
            throw .fault(error)
        }
    }
}
