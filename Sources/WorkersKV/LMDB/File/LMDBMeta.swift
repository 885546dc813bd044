/// What one of the two meta pages at the front of LMDB's file says. Source: `MDB_meta` in LMDB 0.9's `mdb.c`.
///
/// LMDB writes them in turn: the one with the higher transaction is the newest state of the file.
struct LMDBMeta: Hashable {
    /// The size of all pages, in bytes.
    let pageByteCount: Int
    let transaction: UInt64

    /// How many pages belong to this state, the meta pages included.
    let pageCount: UInt64

    /// The tree of the pages that are free, and the tree that names the tables.
    let free: LMDBTree
    let main: LMDBTree

    /// Reads the front of a meta page; nil when it is none of LMDB's version.
    init?(_ page: LMDBPage) {
        guard Self.isBegun(in: page), page.integer(at: 20, as: UInt32.self) == Self.dataVersion,
            // LMDB keeps the size of pages where the free tree has no other use for it.
            let pageByteCount = page.integer(at: 40, as: UInt32.self), Self.pageByteCounts.contains(pageByteCount),
            pageByteCount.nonzeroBitCount == 1,
            let free = LMDBTree(page, at: 40), let main = LMDBTree(page, at: 88),
            let lastPage = page.integer(at: 136, as: UInt64.self), lastPage < 1 << 48,
            let transaction = page.integer(at: 144, as: UInt64.self)
        else { return nil }
        self.pageByteCount = Int(pageByteCount)
        self.transaction = transaction
        self.free = free
        self.main = main
        pageCount = lastPage + 1
    }

    /// Whether a page begins as one of the two.
    static func isBegun(in page: LMDBPage) -> Bool {
        page.kind == LMDBPage.meta && page.integer(at: 16, as: UInt32.self) == magic
    }

    /// As much of a page as the meta takes.
    static let byteCount = 152

    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let dataVersion: UInt32 = 1
    private static let pageByteCounts: ClosedRange<UInt32> = 512...65_536
}

/// Where a tree of pages begins. Source: `MDB_db` in LMDB 0.9's `mdb.c`.
struct LMDBTree: Hashable {
    let depth: Int
    /// Nil when the tree is empty.
    let root: UInt64?

    init?(_ page: LMDBPage, at offset: Int) {
        guard let depth = page.integer(at: offset + 6, as: UInt16.self),
            let root = page.integer(at: offset + 40, as: UInt64.self)
        else { return nil }
        self.depth = Int(depth)
        self.root = root == .max ? nil : root
    }

    static let byteCount = 48
}
