import CLMDB

/// A place in a table, within a transaction that must outlive it.
struct LMDBCursor: ~Copyable {
    private let pointer: OpaquePointer

    /// The key and the value under the cursor, in LMDB's own memory: valid while the transaction lasts and writes nothing.
    private(set) var key = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var value = UnsafeRawBufferPointer(start: nil, count: 0)

    init(_ transaction: OpaquePointer, _ table: MDB_dbi) throws(KVError) {
        var opened: OpaquePointer?
        try LMDBCode.check(mdb_cursor_open(transaction, table, &opened))
        guard let opened else { throw .unavailable("LMDB gave no cursor. Try again.") }
        pointer = opened
    }

    deinit {
        mdb_cursor_close(pointer)
    }

    /// Goes to the first key that is not before the given one; whether there is one.
    mutating func seek(_ key: RawSpan) throws(KVError) -> Bool {
        try key.withMDBValue { key throws(KVError) in try move(MDB_SET_RANGE, from: key) }
    }

    mutating func next() throws(KVError) -> Bool {
        try move(MDB_NEXT, from: MDB_val())
    }

    mutating func last() throws(KVError) -> Bool {
        try move(MDB_LAST, from: MDB_val())
    }

    private mutating func move(_ operation: MDB_cursor_op, from start: MDB_val) throws(KVError) -> Bool {
        var foundKey = start
        var foundValue = MDB_val()
        guard try LMDBCode.checkFound(mdb_cursor_get(pointer, &foundKey, &foundValue, operation)) else { return false }
        key = foundKey.buffer
        value = foundValue.buffer
        return true
    }
}

extension RawSpan {
    /// Lends the bytes to a call of LMDB, which only reads them.
    func withMDBValue<Result>(_ body: (MDB_val) throws(KVError) -> Result) throws(KVError) -> Result {
        try withUnsafeBytes { bytes throws(KVError) in
            try body(MDB_val(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress)))
        }
    }
}

extension MDB_val {
    var buffer: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: mv_data, count: mv_size)
    }
}
