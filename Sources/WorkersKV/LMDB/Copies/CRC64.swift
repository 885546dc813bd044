/// A checksum of 64 bits that finds every flipped bit, and every run of them up to 64 long. It proves no origin.
///
/// Source: ECMA-182's polynomial, its bits reversed, as in the xz format.
struct CRC64 {
    private var register: UInt64 = .max

    /// The checksum of all that was added.
    var value: UInt64 { ~register }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var register = register
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8 }
        }
        self.register = register
    }

    private static let table: [UInt64] = (0..<256).map { index in
        (0..<8).reduce(UInt64(index)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xC96C_5795_D787_0F42 }
    }
}
