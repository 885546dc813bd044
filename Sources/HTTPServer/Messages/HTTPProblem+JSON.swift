extension HTTPProblem {
    /// The problem as RFC 9457 has it: type, title, status, detail.
    public var json: [UInt8] {
        var text: [UInt8] = []
        text.append(contentsOf: #"{"type":"#.utf8)
        Self.quote(type, into: &text)
        text.append(contentsOf: #","title":"#.utf8)
        Self.quote(title, into: &text)
        text.append(contentsOf: #","status":\#(status.rawValue),"detail":"#.utf8)
        Self.quote(detail, into: &text)
        text.append(UInt8(ascii: "}"))
        return text
    }

    /// A JSON string (RFC 8259 §7).
    private static func quote(_ string: String, into text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                text += Array(#"\u00"#.utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
