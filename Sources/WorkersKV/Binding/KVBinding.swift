/// A namespace as a Worker sees it: each operation is counted, limited and refused as Workers KV does.
///
/// | | |
/// |---|---|
/// | the same | operations, limits and their texts; order, prefix and cursors of a list; expiry; the budgets |
/// | stronger | a read or list sees the last write at once, everywhere; a bulk get is of one moment; a put that was answered survives a crash |
/// | left out | `cacheTtl` and the cache that it rules, `stream` as a type, jurisdictions |
///
/// Two rules that Cloudflare does not spell out: only a put holds up the next put of its key for a second, and a
/// delete in between ends that; and a bulk get counts each name that it was asked for, twice where it came twice.
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
