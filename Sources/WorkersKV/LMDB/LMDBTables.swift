import CLMDB

/// The two tables that hold keys longer than LMDB's 511 bytes in the order of their bytes.
///
/// `entries` holds keys of up to 510 bytes as they are. Keys of 511 bytes or more share, by their first 511 bytes, one
/// key in `entries`, whose value is the number of a bucket; `tails` holds each under that number and the bytes that
/// remain. So a walk through `entries` that enters each bucket as it meets it sees all keys in order, a value is
/// never moved by its neighbours, and a key that is not long pays nothing.
struct LMDBTables {
    let entries: MDB_dbi
    let tails: MDB_dbi

    /// How much of a long key names its bucket: the longest key that LMDB takes as it is built by default.
    static let headByteCount = 511

    /// The names by which LMDB knows them.
    static let names: Set = ["entries", "tails"]

    init(_ environment: OpaquePointer) throws(KVError) {
        let transaction = try LMDBTransaction.writing(environment)
        entries = try Self.table("entries", transaction.pointer)
        tails = try Self.table("tails", transaction.pointer)
        try transaction.commit()
    }

    private static func table(_ name: String, _ transaction: OpaquePointer) throws(KVError) -> MDB_dbi {
        var table: MDB_dbi = 0
        try LMDBCode.check(mdb_dbi_open(transaction, name, UInt32(MDB_CREATE), &table))
        return table
    }
}
