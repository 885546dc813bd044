import CLMDB

/// The last pages of the map, kept for deletions.
///
/// LMDB copies each page that it changes, so in a store without a free page nothing could be deleted either. A commit
/// that makes the store grow is therefore refused while pages for some deletions are left.
struct LMDBReserve {
    private let pageCount: Int
    private let reservedPageCount: Int

    /// The reserve is an eighth of a small map, and never more than this: enough to delete thousands of keys at once.
    private static let maximumPageCount = 4_096

    init(_ environment: OpaquePointer) throws(KVError) {
        var info = MDB_envinfo()
        var statistics = MDB_stat()
        try LMDBCode.check(mdb_env_info(environment, &info))
        try LMDBCode.check(mdb_env_stat(environment, &statistics))
        pageCount = info.me_mapsize / Int(statistics.ms_psize)
        reservedPageCount = min(pageCount / 8, Self.maximumPageCount)
    }

    /// Refuses what made the store grow into the reserve. What also deletes may use half of it, for the counters of a new
    /// hour that it carries.
    func check(growthFrom before: Int, to after: Int, deletes: Bool) throws(KVError) {
        guard after > before else { return }
        let kept = deletes ? reservedPageCount / 2 : reservedPageCount
        guard pageCount - after >= kept else { throw LMDBCode.full }
    }
}

extension LMDBSnapshot {
    /// How many pages hold entries; what is free or waits to be is not among them.
    func pageCount() throws(KVError) -> Int {
        try pageCount(of: tables.entries) + pageCount(of: tables.tails)
    }

    private func pageCount(of table: MDB_dbi) throws(KVError) -> Int {
        var statistics = MDB_stat()
        try LMDBCode.check(mdb_stat(transaction, table, &statistics))
        return statistics.ms_branch_pages + statistics.ms_leaf_pages + statistics.ms_overflow_pages
    }
}
