/// A page of a list.
public struct KVList: Hashable, Sendable {
    /// The keys, in the order of their bytes.
    public let keys: [KVListedKey]

    /// Where the next page begins; nil when this is the last.
    public let cursor: ListCursor?

    /// Whether this is the last page.
    public var isComplete: Bool { cursor == nil }
}

extension KVBinding {
    /// The names of keys in the order of their bytes, with expiry and metadata; no value is read. One list.
    ///
    /// - Parameters:
    ///   - prefix: What each name begins with, taken literally; send it again with each cursor.
    ///   - limit: How many at most, 1 to 1,000.
    ///   - cursor: What the page before gave.
    /// - Returns: The page.
    /// - Throws: ``KVRefusal/listLimitTooLow(_:)``, ``KVRefusal/listLimitTooHigh(_:)`` or a spent budget as
    ///   ``KVError/refused(_:)``; ``KVError/unavailable(_:)``.
    public func list(
        prefix: String = "",
        limit: Int = KVLimits.listedKeys,
        cursor: ListCursor? = nil
    ) async throws(KVError) -> KVList {
        try check { () throws(KVRefusal) in
            guard limit > 0 else { throw .listLimitTooLow(limit) }
            guard limit <= KVLimits.listedKeys else { throw .listLimitTooHigh(limit) }
        }
        try await charge(.lists)
        var page = try self.page(prefix: prefix, limit: limit, cursor: cursor)
        // Clients that take an empty page for the last, as Cloudflare's own SDKs do, would miss what lies behind expired keys.
        while page.keys.isEmpty, let next = page.cursor {
            page = try self.page(prefix: prefix, limit: limit, cursor: next)
        }
        return page
    }

    private func page(prefix: String, limit: Int, cursor: ListCursor?) throws(KVError) -> KVList {
        try store.snapshot { snapshot throws(KVError) in
            var keys: [KVListedKey] = []
            let page = try snapshot.walkRecords(namespace, prefix: prefix, after: cursor?.key, limit: limit) {
                key,
                record,
                bytes in
                guard let name = KeyName(utf8: key) else { return }
                keys.append(
                    KVListedKey(name: name, expiration: record.expiration, metadata: record.metadata(in: bytes))
                )
            }
            return KVList(keys: keys, cursor: page.last.map { ListCursor(after: $0) })
        }
    }
}
