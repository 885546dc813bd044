import CLMDB

/// A transaction that is aborted unless it is committed.
struct LMDBTransaction: ~Copyable {
    let pointer: OpaquePointer

    static func reading(_ environment: OpaquePointer) throws(KVError) -> LMDBTransaction {
        try LMDBTransaction(environment, flags: UInt32(MDB_RDONLY))
    }

    /// Waits for the writer of another process, if there is one.
    static func writing(_ environment: OpaquePointer) throws(KVError) -> LMDBTransaction {
        try LMDBTransaction(environment, flags: 0)
    }

    private init(_ environment: OpaquePointer, flags: UInt32) throws(KVError) {
        var begun: OpaquePointer?
        try LMDBCode.check(mdb_txn_begin(environment, nil, flags, &begun))
        guard let begun else { throw .unavailable("LMDB gave no transaction. Try again.") }
        pointer = begun
    }

    deinit {
        mdb_txn_abort(pointer)
    }

    /// Makes the changes durable. On failure nothing has changed.
    consuming func commit() throws(KVError) {
        let pointer = pointer
        discard self
        try LMDBCode.check(mdb_txn_commit(pointer))
    }
}
