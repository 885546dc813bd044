/// Percent-encoding as it stands in a URL, decoded exactly once.
///
/// Source: RFC 3986 §2.1.
enum PercentEncoding {
    /// The text of a path segment; nil when a `%` has no two hex digits, the bytes are not UTF-8 or there is a NUL.
    static func decode(_ bytes: some Sequence<UInt8>) -> String? { decode(bytes, plusIsSpace: false) }

    /// The text of a form's name or value, in which `+` is a space; nil as with ``decode(_:)``, but for the NUL.
    static func decodeFormText(_ bytes: some Sequence<UInt8>) -> String? { decode(bytes, plusIsSpace: true) }

    private static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue else { return nil }
                decoded.append(high << 4 | low)
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        guard plusIsSpace || !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of a hex digit.
    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
