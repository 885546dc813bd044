/// The keys under which the store keeps its records in the engine: a letter for the table, then what tells rows apart.
///
/// Numbers are big-endian, so that the order of bytes is the order of numbers.
enum StoreKey {
    /// The version of all this.
    static let format: [UInt8] = tagged("f")

    /// The number that the next namespace gets.
    static let nextNamespaceNumber: [UInt8] = tagged("n")

    /// All entries of a namespace: `e`, its number, the key's name.
    static func entries(of number: UInt32) -> [UInt8] {
        tagged("e") + number.bigEndianBytes
    }

    /// One entry.
    static func entry(_ name: KeyName, in number: UInt32) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(entryPrefixByteCount + name.text.utf8.count)
        key.append(UInt8(ascii: "e"))
        key.append(contentsOf: number.bigEndianBytes)
        key.append(contentsOf: name.text.utf8)
        return key
    }

    /// How many bytes stand before the name in ``entry(_:in:)``.
    static let entryPrefixByteCount = 5

    /// All expiries: `x`, the second, the namespace's number, the key's name; the value is empty.
    static let expiries: [UInt8] = tagged("x")

    /// One expiry.
    static func expiry(at unixSeconds: Int, of name: [UInt8], in number: UInt32) -> [UInt8] {
        expiries + UInt64(clamping: unixSeconds).bigEndianBytes + number.bigEndianBytes + name
    }

    /// The namespaces by id: `i`, then the id.
    static let namespacesByID: [UInt8] = tagged("i")

    /// The namespaces by title: `t`, then the title; the value is the id.
    static func namespace(titled title: String) -> [UInt8] {
        tagged("t") + Array(title.utf8)
    }

    /// The service's own namespaces by name: `s`, then the name; the value is the number.
    static func systemNamespace(named name: String) -> [UInt8] {
        tagged("s") + Array(name.utf8)
    }

    /// Which of the service's namespaces hold notes on the keys of another: `l`, the other's number, then theirs; the value
    /// is empty.
    static func notes(on number: UInt32) -> [UInt8] {
        tagged("l") + number.bigEndianBytes
    }

    /// Deleted namespaces whose entries are still to be removed: `d`, then the number.
    static let deletedNamespaces: [UInt8] = tagged("d")

    /// What a day or month has used: `b`, `d` or `m`, then its index.
    static func counters(of period: BudgetPeriod) -> [UInt8] {
        counters(by: period.granularity) + UInt32(clamping: period.index).bigEndianBytes
    }

    /// All days or all months.
    static func counters(by granularity: BudgetPeriod.Granularity) -> [UInt8] {
        tagged("b") + tagged(granularity == .day ? "d" : "m")
    }

    /// The day or month that the clock was in last: `c`, then `d` or `m`.
    static func currentPeriod(_ granularity: BudgetPeriod.Granularity) -> [UInt8] {
        tagged("c") + tagged(granularity == .day ? "d" : "m")
    }

    /// The tallies by the hour: `h`, then hours since 1970.
    static let hours: [UInt8] = tagged("h")

    /// One hour's tally.
    static func hour(_ index: Int) -> [UInt8] {
        hours + UInt32(clamping: index).bigEndianBytes
    }

    private static func tagged(_ tag: Unicode.Scalar) -> [UInt8] {
        [UInt8(ascii: tag)]
    }
}

extension FixedWidthInteger {
    /// The bytes, the most significant one first.
    var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }

    /// Reads what ``bigEndianBytes`` wrote; nil when fewer bytes are left.
    init?(bigEndianBytes bytes: RawSpan, at offset: Int = 0) {
        let width = MemoryLayout<Self>.size
        guard offset >= 0, offset + width <= bytes.byteCount else { return nil }
        let raw = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Self.self) }
        self.init(bigEndian: raw)
    }
}
