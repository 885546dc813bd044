/// Counters as they lie in the engine: big-endian numbers of eight bytes; what is missing at the end is zero.
struct CounterRow {
    private let values: [Int]

    init(_ values: [Int]) {
        self.values = values
    }

    init(_ bytes: RawSpan) {
        values = (0..<bytes.byteCount / 8).map { Int(clamping: UInt64(bigEndianBytes: bytes, at: $0 * 8) ?? 0) }
    }

    subscript(index: Int) -> Int {
        index < values.count ? values[index] : 0
    }

    var bytes: [UInt8] {
        values.flatMap { UInt64(clamping: $0).bigEndianBytes }
    }
}
