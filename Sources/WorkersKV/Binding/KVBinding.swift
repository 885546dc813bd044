/// A namespace as a Worker sees it: each operation is counted, limited and refused as Workers KV does.
///
/// What Workers KV leaves to happen eventually happens at once here: a read sees the last write.
///
/// Source: Workers KV, binding.
public struct KVBinding: Sendable {
    /// The store that is behind it.
    public let store: KVStore

    /// The namespace that is bound.
    public let namespace: KVNamespace

    /// Binds a namespace.
    public init(_ namespace: KVNamespace, of store: KVStore) {
        self.store = store
        self.namespace = namespace
    }

    func check(_ rule: () throws(KVRefusal) -> Void) throws(KVError) {
        do {
            try rule()
        } catch {
            throw .refused(error)
        }
    }

    func charge(_ kind: BudgetKind, _ count: Int = 1) async throws(KVError) {
        guard !namespace.isSystem else { return }
        try await store.charge(kind, count)
    }
}
