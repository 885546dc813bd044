extension Snapshot {
    /// Hands out the records of a namespace in the order of their keys, from after a key on.
    ///
    /// `limit` counts the records handed out; expired ones cost time as well, so four times as many, and a thousand,
    /// end the page too: a page may be short, or empty, and yet not be the last.
    func walkRecords(
        _ namespace: KVNamespace,
        prefix: String,
        after key: KeyName?,
        limit: Int,
        _ body: (_ key: RawSpan, _ record: Record, _ bytes: RawSpan) -> Void
    ) throws(KVError) -> WalkPage {
        let prefix = StoreKey.entries(of: namespace.number) + Array(prefix.utf8)
        let range =
            key.map { KVEngineRange(prefix: prefix, after: StoreKey.entry($0, in: namespace.number)) }
            ?? KVEngineRange(prefix: prefix)
        let limit = max(1, limit)
        var handedOut = 0
        var expiredLeft = min(limit, 1_000_000) * 4 + 1000
        var failure: KVError?
        var lastName: [UInt8] = []
        var isComplete = true

        try reader.scan(range) { key, bytes in
            if handedOut == limit || expiredLeft == 0 {
                isComplete = false
                return false
            }
            let name = key.extracting(StoreKey.entryPrefixByteCount..<key.byteCount)
            guard let record = Record(bytes) else {
                failure = .illegibleRecord
                return false
            }
            if record.isExpired(atUnixSeconds: unixSeconds) {
                expiredLeft -= 1
            } else {
                handedOut += 1
                body(name, record, bytes)
            }
            if handedOut == limit || expiredLeft == 0 { lastName = name.copied() }
            return true
        }
        if let failure { throw failure }
        let last = isComplete ? nil : KeyName(utf8: lastName.span.bytes)
        return WalkPage(handedOut: handedOut, isComplete: isComplete, last: last)
    }

    /// Hands out keys and values.
    func walk(
        _ namespace: KVNamespace,
        prefix: String,
        after key: KeyName?,
        limit: Int,
        _ body: (_ key: RawSpan, _ value: RawSpan) -> Void
    ) throws(KVError) -> WalkPage {
        try walkRecords(namespace, prefix: prefix, after: key, limit: limit) { key, record, bytes in
            body(key, bytes.extracting(record.valueOffset..<bytes.byteCount))
        }
    }
}
