import CLMDB

/// The engine's write transaction, with a journal of what each change replaced, so that one request's changes can be
/// taken back and the others' stand.
///
/// LMDB's nested transactions would do the same, and copy each page that they touch.
final class LMDBWriter: KVEngineWriter {
    private let snapshot: LMDBSnapshot
    private var journal: [Change] = []
    private var attempts = 0

    /// The first failure of the storage. LMDB lets such a transaction only be aborted, whatever the bodies made of it.
    private(set) var failure: KVError?

    private(set) var hasDeleted = false

    private struct Change {
        let key: [UInt8]
        let former: [UInt8]?
    }

    init(_ snapshot: LMDBSnapshot) {
        self.snapshot = snapshot
    }

    func withValue<Result>(of key: RawSpan, _ body: (RawSpan?) -> Result) throws(KVError) -> Result {
        try snapshot.withValue(of: key, body)
    }

    func scan(_ range: KVEngineRange, _ body: (_ key: RawSpan, _ value: RawSpan) -> Bool) throws(KVError) {
        try snapshot.scan(range, body)
    }

    func put(_ value: RawSpan, for key: RawSpan) throws(KVError) {
        try remember(key)
        do {
            let place = if let existing = try snapshot.place(of: key) { existing } else { try placeInNewBucket(key) }
            try put(value, for: place.key.span.bytes, in: place.table)
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    @discardableResult
    func delete(_ key: RawSpan) throws(KVError) -> Bool {
        try remember(key)
        do {
            guard let place = try snapshot.place(of: key) else { return false }
            let wasThere = try delete(place.key.span.bytes, in: place.table)
            if wasThere, place.table == snapshot.tables.tails { try deleteBucketIfEmpty(of: key) }
            return wasThere
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    func attempt<Result>(_ body: () throws -> Result) throws -> Result {
        let mark = journal.count
        attempts += 1
        defer {
            attempts -= 1
            if attempts == 0 { journal.removeAll(keepingCapacity: true) }
        }
        do {
            return try body()
        } catch {
            try takeBack(to: mark)
            throw error
        }
    }

    private func remember(_ key: RawSpan) throws(KVError) {
        guard attempts > 0 else { return }
        let former = try snapshot.withValue(of: key) { $0?.copied() }
        journal.append(Change(key: key.copied(), former: former))
    }

    private func takeBack(to mark: Int) throws(KVError) {
        guard failure == nil else { return }
        let changes = journal[mark...].reversed()
        journal.removeLast(journal.count - mark)
        let outer = attempts
        attempts = 0
        defer { attempts = outer }
        for change in changes {
            if let former = change.former {
                try put(former.span.bytes, for: change.key.span.bytes)
            } else {
                try delete(change.key.span.bytes)
            }
        }
    }
}

// MARK: Buckets

extension LMDBWriter {
    fileprivate func placeInNewBucket(_ key: RawSpan) throws(KVError) -> (table: MDB_dbi, key: [UInt8]) {
        let number = try nextBucketNumber().bigEndianBytes
        let head = key.extracting(0..<LMDBTables.headByteCount)
        try put(number.span.bytes, for: head, in: snapshot.tables.entries)
        let tail = key.extracting(LMDBTables.headByteCount..<key.byteCount)
        return (snapshot.tables.tails, number + tail.copied())
    }

    private func nextBucketNumber() throws(KVError) -> UInt64 {
        var cursor = try LMDBCursor(snapshot.transaction, snapshot.tables.tails)
        guard try cursor.last(), let last = UInt64(bigEndianBytes: cursor.key.bytes) else { return 1 }
        return last + 1
    }

    private func deleteBucketIfEmpty(of key: RawSpan) throws(KVError) {
        let head = key.extracting(0..<LMDBTables.headByteCount)
        guard let number = try snapshot.value(of: head, in: snapshot.tables.entries) else { return }
        var cursor = try LMDBCursor(snapshot.transaction, snapshot.tables.tails)
        if try cursor.seek(number.bytes), cursor.key.prefix(number.count).elementsEqual(number) { return }
        try delete(head, in: snapshot.tables.entries)
    }

    private func put(_ value: RawSpan, for key: RawSpan, in table: MDB_dbi) throws(KVError) {
        try key.withMDBValue { key throws(KVError) in
            try value.withMDBValue { value throws(KVError) in
                var key = key
                var value = value
                try LMDBCode.check(mdb_put(snapshot.transaction, table, &key, &value, 0))
            }
        }
    }

    @discardableResult
    private func delete(_ key: RawSpan, in table: MDB_dbi) throws(KVError) -> Bool {
        try key.withMDBValue { key throws(KVError) in
            var key = key
            let wasThere = try LMDBCode.checkFound(mdb_del(snapshot.transaction, table, &key, nil))
            hasDeleted = hasDeleted || wasThere
            return wasThere
        }
    }
}
