import WorkersKV

/// What leads to the devices of an app by their names, and by their owners: the service's own records, outside the budget.
///
/// The record of a device is the truth, and the index a hint: an entry may outlive its record, whose removal by its token
/// alone does not know of it. Whoever finds such an entry passes over it and takes it away.
struct DeviceIndex: Sendable {
    private let namespace: KVNamespace

    init(in store: KVStore, of app: AppID) async throws(KVError) {
        namespace = try await store.systemNamespace(named: Self.namespaceName(of: app))
    }

    /// The name of the namespace that holds an app's.
    static func namespaceName(of app: AppID) -> String { "device-index:\(app)" }

    /// A device's name, and the key of its record.
    struct Entry: Hashable, Sendable {
        let id: DeviceID
        let key: KeyName
    }

    /// The key of a device's record; nil when the index knows none.
    func key(of id: DeviceID, in transaction: borrowing KVReadTransaction) throws(KVError) -> KeyName? {
        guard id.isAPNs else { return try KeyName(of: id.text) }
        return try transaction.withValue(of: Self.name(of: id), in: namespace) { KeyName(utf8: $0) } ?? nil
    }

    /// The same within a transaction that writes.
    func key(of id: DeviceID, in transaction: borrowing KVWriteTransaction) throws(KVError) -> KeyName? {
        guard id.isAPNs else { return try KeyName(of: id.text) }
        return try transaction.withValue(of: Self.name(of: id), in: namespace) { KeyName(utf8: $0) } ?? nil
    }

    /// Whether a device's entries are there.
    func holds(_ id: DeviceID, of user: UserID?, in transaction: borrowing KVReadTransaction) throws(KVError) -> Bool {
        guard try key(of: id, in: transaction) != nil else { return false }
        guard let user else { return true }
        return try transaction.withValue(of: Self.name(of: id, of: user), in: namespace) { _ in true } ?? false
    }

    /// Enters a device under its name, and under its owner's.
    func enter(_ entry: Entry, of user: UserID?, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        if entry.id.isAPNs { try transaction.put(entry.key.bytes, for: Self.name(of: entry.id), in: namespace) }
        if let user { try transaction.put(entry.key.bytes, for: Self.name(of: entry.id, of: user), in: namespace) }
    }

    /// Takes a device away from an owner.
    func forget(_ id: DeviceID, of user: UserID, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        try transaction.delete(Self.name(of: id, of: user), in: namespace)
    }

    /// Takes a device's name away.
    func forget(_ id: DeviceID, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        if id.isAPNs { try transaction.delete(Self.name(of: id), in: namespace) }
    }

    /// Some devices of an owner, in the order of their names, and the last of them where there are more.
    func entries(
        of user: UserID,
        after last: DeviceID?,
        limit: Int,
        in transaction: borrowing KVReadTransaction
    ) throws(KVError) -> (entries: [Entry], last: DeviceID?) {
        let prefix = Self.prefix(of: user)
        var entries: [Entry] = []
        let after: KeyName? = if let last { try Self.name(of: last, of: user) } else { nil }
        let page = try transaction.walk(namespace, prefix: prefix, after: after, limit: limit) { name, key in
            guard let text = KeyName(utf8: name)?.text, let id = DeviceID(String(text.dropFirst(prefix.count))),
                let key = KeyName(utf8: key)
            else { return }
            entries.append(Entry(id: id, key: key))
        }
        return (entries, page.isComplete ? nil : entries.last?.id)
    }

    private static func name(of id: DeviceID) throws(KVError) -> KeyName { try KeyName(of: "i/\(id)") }

    private static func name(of id: DeviceID, of user: UserID) throws(KVError) -> KeyName {
        try KeyName(of: "\(prefix(of: user))\(id)")
    }

    private static func prefix(of user: UserID) -> String { "u/\(user.digest)/" }
}
