import CLMDB
import Foundation

/// An opened LMDB directory and its two tables.
///
/// `@unchecked Sendable`: LMDB allows an environment's use from every thread, and the pointer is never changed.
struct LMDBEnvironment: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Entries by key; see ``LMDBTables``.
    let tables: LMDBTables

    let reserve: LMDBReserve

    /// Opens the directory, which must exist.
    init(directory: String, mapByteCount: Int) throws(KVError) {
        var created: OpaquePointer?
        try LMDBCode.check(mdb_env_create(&created))
        guard let environment = created else { throw .unavailable("LMDB gave no environment. Try again.") }
        do {
            try LMDBCode.check(mdb_env_set_mapsize(environment, mapByteCount))
            try LMDBCode.check(mdb_env_set_maxreaders(environment, Self.maximumReaders))
            try LMDBCode.check(mdb_env_set_maxdbs(environment, 2))
            // Without thread-local slots a read may begin on one thread of Swift's pool and the next on another.
            // Read-ahead is left on: a walk reads in order.
            try LMDBCode.check(mdb_env_open(environment, directory, UInt32(MDB_NOTLS), 0o600))
            // Slots of processes that were killed would keep LMDB from reusing pages.
            try LMDBCode.check(mdb_reader_check(environment, nil))
            pointer = environment
            tables = try LMDBTables(environment)
            reserve = try LMDBReserve(environment)
        } catch {
            mdb_env_close(environment)
            throw error
        }
    }

    /// Ends its life; nothing of it may be in use.
    func close() {
        mdb_env_close(pointer)
    }

    /// Reads of all processes that may be under way at once.
    private static let maximumReaders: UInt32 = 1024
}
