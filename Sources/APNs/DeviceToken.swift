/// The address of one app on one device, as APNs gave it to the app.
///
/// A value of this type is lowercase hexadecimal, so two spellings of one token are equal. Tokens are of variable
/// length (32, 54 and 80 bytes have been seen), so only the bounds are checked: 16 to 512 digits, an even number.
public struct DeviceToken: Hashable, Sendable {
    /// The shortest and the longest token, in hexadecimal digits.
    public static let digitCounts = 16...512

    /// The token in lowercase hexadecimal digits.
    public let hex: String

    /// Takes a token as an app, a log or an old exporter spells it: in either case, with spaces or angle brackets.
    public init(_ text: String) throws(Invalid) {
        var text = text
        let read = text.withUTF8 { bytes in Result { () throws(Invalid) in try Self.normalised(bytes) } }
        hex = try read.get()
    }

    /// Takes a token from the bytes of its text, as a store hands them out.
    public init(utf8 text: RawSpan) throws(Invalid) {
        let read = text.withUnsafeBytes { bytes in
            Result { () throws(Invalid) in try Self.normalised(bytes.bindMemory(to: UInt8.self)) }
        }
        hex = try read.get()
    }

    /// Whether a text is a token just as ``hex`` spells it.
    public static func isNormal(_ text: RawSpan) -> Bool {
        text.withUnsafeBytes { isNormal($0.bindMemory(to: UInt8.self)) }
    }

    /// For what is known to be right.
    init(checked hex: String) {
        self.hex = hex
    }

    /// The first six and the last four digits: what a log or a page may show.
    public var masked: String { "\(hex.prefix(6))…\(hex.suffix(4))" }
}

extension DeviceToken {
    /// Looks at the digits as bytes.
    func withDigits<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
        if let value = hex.utf8.withContiguousStorageIfAvailable({ body($0.span) }) { return value }
        var copy = hex
        return copy.withUTF8 { body($0.span) }
    }
}

extension DeviceToken: CustomStringConvertible {
    /// Masked, so that a token which slips into a log line is no secret told.
    public var description: String { masked }
}

extension DeviceToken {
    /// Why a text is no device token.
    public enum Invalid: Error, Hashable, Sendable {
        /// Nothing is left once spaces and angle brackets are taken away.
        case empty
        /// Something that is no hexadecimal digit stands at this byte of the text, counted from 0.
        case notHexadecimal(atByte: Int)
        /// Two digits make a byte; one is missing.
        case oddLength(digitCount: Int)
        /// Fewer than 16 or more than 512 digits.
        case length(digitCount: Int)
    }
}

extension DeviceToken.Invalid: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty:
            "The device token is empty. Send the token that iOS handed to the app, as hexadecimal digits."
        case .notHexadecimal(let offset):
            "The device token has something other than a hexadecimal digit at byte \(offset). "
                + "Send each byte of the token as two hexadecimal digits."
        case .oddLength(let digitCount):
            "The device token has \(digitCount) hexadecimal digits, an odd number: a digit is missing."
        case .length(let digitCount):
            "The device token has \(digitCount) hexadecimal digits; "
                + "it must have \(DeviceToken.digitCounts.lowerBound) to \(DeviceToken.digitCounts.upperBound)."
        }
    }
}

extension DeviceToken {
    private static func isNormal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard digitCounts.contains(text.count), text.count.isMultiple(of: 2) else { return false }
        // All bytes, whatever the first ones are, and no branch: so it is done a vector at a time.
        let strays = text.reduce(0 as UInt8) { strays, byte in
            let isNoDigit: UInt8 = byte &- UInt8(ascii: "0") < 10 ? 0 : 1
            let isNoLetter: UInt8 = byte &- UInt8(ascii: "a") < 6 ? 0 : 1
            return strays | (isNoDigit & isNoLetter)
        }
        return strays == 0
    }

    private static func normalised(_ text: UnsafeBufferPointer<UInt8>) throws(Invalid) -> String {
        if isNormal(text) { return String(decoding: text, as: UTF8.self) }
        let kinds = kinds
        var digitCount = 0
        for offset in text.indices {
            let kind = kinds[Int(text[offset])]
            guard kind != Self.foreign else { throw .notHexadecimal(atByte: offset) }
            if kind != Self.decoration { digitCount += 1 }
        }
        guard digitCount > 0 else { throw .empty }
        guard digitCounts.contains(digitCount) else { throw .length(digitCount: digitCount) }
        guard digitCount.isMultiple(of: 2) else { throw .oddLength(digitCount: digitCount) }
        return String(unsafeUninitializedCapacity: digitCount) { digits in
            var end = 0
            for byte in text {
                let kind = kinds[Int(byte)]
                guard kind != Self.decoration else { continue }
                digits[end] = kind
                end += 1
            }
            return end
        }
    }

    /// What each byte is: the lowercase digit that it stands for, or one of the two below.
    private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
        digit(byte) ?? (isDecoration(byte) ? decoration : foreign)
    }
    private static let foreign: UInt8 = 0
    private static let decoration: UInt8 = 1

    /// `<abc def>` is how NSData described itself; apps have sent that for years.
    private static func isDecoration(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "<"),
            UInt8(ascii: ">"):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte | 0x20
        default: nil
        }
    }
}
