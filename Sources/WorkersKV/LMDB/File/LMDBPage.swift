/// A page of LMDB's file, or the front of one, as it was read. Source: `MDB_page` and `MDB_node` in LMDB 0.9's `mdb.c`.
struct LMDBPage {
    let bytes: [UInt8]

    static let branch: UInt16 = 0x01
    static let leaf: UInt16 = 0x02
    static let overflow: UInt16 = 0x04
    static let meta: UInt16 = 0x08

    static let headerByteCount = 16

    /// The page's own number, which each page carries.
    var number: UInt64? { integer(at: 0, as: UInt64.self) }

    /// What kind of page it is: one of the four above. The other bits mean something in memory alone.
    var kind: UInt16 { (integer(at: 10, as: UInt16.self) ?? 0) & 0x0F }

    /// Over how many pages an overflow page goes.
    var overflowPageCount: UInt32? { integer(at: 12, as: UInt32.self) }

    /// A number in the machine's own order, as LMDB keeps it; nil when it does not lie within the page.
    func integer<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value? {
        guard offset >= 0, offset + MemoryLayout<Value>.size <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }

    /// What a branch or leaf page holds; nil when a node does not lie within the page.
    var nodes: [Node]? {
        guard let lower = integer(at: 12, as: UInt16.self), let upper = integer(at: 14, as: UInt16.self),
            lower >= Self.headerByteCount, lower <= upper, upper <= bytes.count
        else { return nil }
        var nodes: [Node] = []
        for slot in stride(from: Self.headerByteCount, to: Int(lower) - 1, by: 2) {
            guard let offset = integer(at: slot, as: UInt16.self), offset >= upper,
                let node = Node(self, at: Int(offset))
            else { return nil }
            nodes.append(node)
        }
        return nodes
    }

    /// A key with what it leads to.
    struct Node {
        let key: Range<Int>
        let content: Content

        enum Content: Equatable {
            /// A page further down; only in a branch.
            case child(UInt64)
            /// A value within the page.
            case value
            /// A value that takes pages of its own.
            case overflow(first: UInt64, byteCount: Int)
            /// A table.
            case tree(LMDBTree)
        }

        fileprivate init?(_ page: LMDBPage, at offset: Int) {
            guard let low = page.integer(at: offset, as: UInt16.self),
                let high = page.integer(at: offset + 2, as: UInt16.self),
                let flags = page.integer(at: offset + 4, as: UInt16.self),
                let keyByteCount = page.integer(at: offset + 6, as: UInt16.self)
            else { return nil }
            key = offset + 8..<offset + 8 + Int(keyByteCount)
            guard key.upperBound <= page.bytes.count, keyByteCount <= LMDBTables.headByteCount else { return nil }
            let size = UInt64(low) | UInt64(high) << 16
            if page.kind == LMDBPage.branch {
                content = .child(size | UInt64(flags) << 32)
            } else if flags & Self.isOverflow != 0 {
                guard let first = page.integer(at: key.upperBound, as: UInt64.self) else { return nil }
                content = .overflow(first: first, byteCount: Int(size))
            } else {
                guard key.upperBound + Int(size) <= page.bytes.count else { return nil }
                guard flags & Self.isTree != 0 else {
                    content = .value
                    return
                }
                guard size == LMDBTree.byteCount, let tree = LMDBTree(page, at: key.upperBound) else { return nil }
                content = .tree(tree)
            }
        }

        private static let isOverflow: UInt16 = 0x01
        private static let isTree: UInt16 = 0x02
    }
}
