import CLMDB

extension LMDBSnapshot {
    func scan(_ range: KVEngineRange, _ body: (_ key: RawSpan, _ value: RawSpan) -> Bool) throws(KVError) {
        var cursor = try LMDBCursor(transaction, tables.entries)
        let head = Array(range.lowerBound.prefix(LMDBTables.headByteCount))
        var isThere = head.isEmpty ? try cursor.next() : try cursor.seek(head.span.bytes)
        if isThere, range.isAfterLowerBound, cursor.key.elementsEqual(range.lowerBound), !isBucket(cursor.key) {
            isThere = try cursor.next()
        }
        while isThere {
            if isBucket(cursor.key) {
                guard try scanBucket(cursor.key, number: cursor.value, range, body) else { return }
            } else {
                guard range.prefix.withUnsafeBytes({ cursor.key.starts(withBytes: $0) }) else { return }
                guard body(cursor.key.bytes, cursor.value.bytes) else { return }
            }
            isThere = try cursor.next()
        }
    }

    private func isBucket(_ key: UnsafeRawBufferPointer) -> Bool {
        key.count == LMDBTables.headByteCount
    }

    /// Hands out the keys of a bucket; whether the scan goes on after it.
    private func scanBucket(
        _ head: UnsafeRawBufferPointer,
        number: UnsafeRawBufferPointer,
        _ range: KVEngineRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) -> Bool
    ) throws(KVError) -> Bool {
        let isFirst = head.elementsEqual(range.lowerBound.prefix(head.count))
        let lowerBound = Array(number) + (isFirst ? range.lowerBound.dropFirst(head.count) : [])
        var cursor = try LMDBCursor(transaction, tables.tails)
        var isThere = try cursor.seek(lowerBound.span.bytes)
        var key = Array(head)
        while isThere, cursor.key.prefix(number.count).elementsEqual(number) {
            key.replaceSubrange(head.count..., with: cursor.key.dropFirst(number.count))
            guard key.starts(with: range.prefix) else { return false }
            let isLeftOut = range.isAfterLowerBound && key == range.lowerBound
            guard isLeftOut || body(key.span.bytes, cursor.value.bytes) else { return false }
            isThere = try cursor.next()
        }
        return true
    }
}
