import WorkersKV

extension TokenRegistry {
    /// How many pairs an export reads in one transaction.
    private static let pairsPerPage = 1_000

    /// Hands out all that is in the namespace of tokens, page by page in the order of the keys: values to the byte, expiry
    /// and metadata as well.
    public func export(_ body: ([BulkPair]) -> Void) async throws(KVError) {
        var cursor: KeyName?
        var isComplete = false
        while !isComplete {
            let page = try await store.read { [tokens] reader throws(KVError) in
                var names: [KeyName] = []
                let page = try reader.walk(tokens, after: cursor, limit: Self.pairsPerPage) { key, _ in
                    if let name = KeyName(utf8: key) { names.append(name) }
                }
                var pairs: [BulkPair] = []
                for name in names {
                    if let entry = try reader.entry(of: name, in: tokens) { pairs.append(BulkPair(name, entry)) }
                }
                return (pairs: pairs, last: page.last, isComplete: page.isComplete)
            }
            body(page.pairs)
            cursor = page.last ?? cursor
            isComplete = page.isComplete
        }
    }
}

extension BulkPair {
    fileprivate init(_ name: KeyName, _ entry: KVEntry) {
        self.init(
            key: name,
            value: entry.value,
            expiration: entry.expiration.map { .at(unixSeconds: $0) },
            metadata: entry.metadata
        )
    }
}
