/// The UUID of a notification, as its 16 bytes.
struct NotificationID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// How many characters a UUID has, hyphens included (RFC 9562, section 4).
    static let textByteCount = 36

    /// A new one: random bits, with the marks of version 4.
    init(randomBits generator: inout SeededGenerator) {
        high = generator.next() & ~0xf000 | 0x4000
        low = generator.next() & ~(0b11 << 62) | 0b10 << 62
    }

    /// Reads 8-4-4-4-12 hexadecimal digits of either case.
    init?(_ text: Span<UInt8>) {
        guard text.count == Self.textByteCount else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for index in 0..<Self.textByteCount {
            let byte = text[index]
            if Self.isHyphenPlace(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = HexDigit.value(of: byte) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        self.high = high
        self.low = low
    }

    /// Appends the text in lowercase.
    func append(to text: inout [UInt8]) {
        var index = 0
        for half in [high, low] {
            var shift = 60
            while shift >= 0 {
                if Self.isHyphenPlace(index) {
                    text.append(UInt8(ascii: "-"))
                    index += 1
                }
                text.append(HexDigit.character(for: UInt8(truncatingIfNeeded: half >> UInt64(shift)) & 0xf))
                index += 1
                shift -= 4
            }
        }
    }

    private static func isHyphenPlace(_ index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }
}

/// Hexadecimal digits as bytes.
enum HexDigit {
    static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func character(for value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
