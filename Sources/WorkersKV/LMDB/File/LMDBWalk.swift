/// A walk through every page that a state of LMDB's file can reach, which trusts none of them.
struct LMDBWalk {
    private let file: LMDBFile
    private let meta: LMDBMeta
    /// How many pages the file has, and how many were met.
    private let pageCount: UInt64
    private var metCount: UInt64 = 0

    /// The names of the tables that were met.
    private(set) var tables: Set<String> = []

    init(through file: LMDBFile, pageCount: UInt64, _ meta: LMDBMeta) {
        self.file = file
        self.pageCount = pageCount
        self.meta = meta
    }

    /// - Throws: ``KVError/damaged(_:)`` at the first page that is not what it should be.
    mutating func checkTrees() throws(KVError) {
        try check(meta.free)
        try check(meta.main, namesTables: true)
    }

    private mutating func check(_ tree: LMDBTree, namesTables: Bool = false) throws(KVError) {
        guard let root = tree.root else { return }
        // No tree of LMDB's is deeper than 32 pages.
        guard 1...32 ~= tree.depth else { throw illegible(root) }
        try check(root, depth: tree.depth, namesTables: namesTables)
    }

    private mutating func check(_ number: UInt64, depth: Int, namesTables: Bool) throws(KVError) {
        try meet(number, count: 1)
        let page = try file.page(number, pageByteCount: meta.pageByteCount)
        guard page.bytes.count == meta.pageByteCount, page.number == number,
            page.kind == (depth > 1 ? LMDBPage.branch : LMDBPage.leaf), let nodes = page.nodes
        else { throw illegible(number) }
        for node in nodes {
            switch node.content {
            case .value: break
            case .child(let child): try check(child, depth: depth - 1, namesTables: namesTables)
            case .overflow(let first, let byteCount): try checkOverflow(first, byteCount: byteCount)
            case .tree(let tree):
                guard namesTables else { throw illegible(number) }
                tables.insert(String(decoding: page.bytes[node.key], as: UTF8.self))
                try check(tree)
            }
        }
    }

    private mutating func checkOverflow(_ number: UInt64, byteCount: Int) throws(KVError) {
        try meet(number, count: 1)
        let front = try file.page(number, pageByteCount: meta.pageByteCount, reading: LMDBPage.headerByteCount)
        guard front.number == number, front.kind == LMDBPage.overflow, let count = front.overflowPageCount,
            UInt64(count) * UInt64(meta.pageByteCount) >= UInt64(LMDBPage.headerByteCount + byteCount)
        else { throw illegible(number) }
        try meet(number + 1, count: UInt64(count) - 1)
    }

    /// Counts pages, so that a circle among them ends, and sees to it that the file has them.
    private mutating func meet(_ number: UInt64, count: UInt64) throws(KVError) {
        let (end, isBeyond) = number.addingReportingOverflow(count)
        guard number >= 2, !isBeyond, end <= pageCount else { throw file.damaged("it was cut short") }
        metCount += count
        guard metCount <= pageCount else { throw illegible(number) }
    }

    private func illegible(_ number: UInt64) -> KVError {
        file.damaged("its page \(number) is illegible")
    }
}
