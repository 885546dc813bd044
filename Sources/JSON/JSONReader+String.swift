extension JSONReader {
    /// Reads a string from its opening quote to its closing one.
    mutating func string() throws(JSONFault) -> String {
        let opening = offset
        offset += 1
        var text: [UInt8] = []
        while true {
            guard let byte = peek else { throw fault(.endsTooSoon) }
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                guard let string = String(validating: text, as: UTF8.self) else { throw fault(.notUTF8, at: opening) }
                return string
            case UInt8(ascii: "\\"):
                try escape(into: &text)
            case 0..<0x20:
                throw fault(.controlCharacter)
            default:
                text.append(byte)
                offset += 1
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
        let start = offset
        offset += 1
        guard let kind = peek else { throw fault(.endsTooSoon) }
        offset += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try unicodeScalar(escapedAt: start)
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw fault(.escape, at: start)
        }
    }

    /// A character outside the basic plane is two escapes, a high and a low surrogate: RFC 8259, section 7.
    private mutating func unicodeScalar(escapedAt start: Int) throws(JSONFault) -> Unicode.Scalar {
        let first = try fourHexadecimalDigits(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw fault(.loneSurrogate, at: start)
        }
        let second = try fourHexadecimalDigits(from: start)
        guard (0xdc00...0xdfff).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
        else { throw fault(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func fourHexadecimalDigits(from start: Int) throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek else { throw fault(.endsTooSoon) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault(.escape, at: start) }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
