import CLMDB

/// Reads in a transaction of either kind, which the caller keeps open.
struct LMDBSnapshot: KVEngineReader {
    let transaction: OpaquePointer
    let tables: LMDBTables

    func withValue<Result>(of key: RawSpan, _ body: (RawSpan?) -> Result) throws(KVError) -> Result {
        // Nearly every key is a short one, which is looked up without a copy of it.
        guard key.byteCount >= LMDBTables.headByteCount else {
            return body(try value(of: key, in: tables.entries)?.bytes)
        }
        guard let place = try place(of: key), let value = try value(of: place.key.span.bytes, in: place.table) else {
            return body(nil)
        }
        return body(value.bytes)
    }

    func value(of key: RawSpan, in table: MDB_dbi) throws(KVError) -> UnsafeRawBufferPointer? {
        try key.withMDBValue { key throws(KVError) in
            var key = key
            var value = MDB_val()
            return try LMDBCode.checkFound(mdb_get(transaction, table, &key, &value)) ? value.buffer : nil
        }
    }

    /// Where a key lies or would lie; nil when it is a long one whose bucket does not exist.
    func place(of key: RawSpan) throws(KVError) -> (table: MDB_dbi, key: [UInt8])? {
        guard key.byteCount >= LMDBTables.headByteCount else { return (tables.entries, key.copied()) }
        let head = key.extracting(0..<LMDBTables.headByteCount)
        guard let bucket = try value(of: head, in: tables.entries) else { return nil }
        let tail = key.extracting(LMDBTables.headByteCount..<key.byteCount)
        return (tables.tails, Array(bucket) + tail.copied())
    }
}
