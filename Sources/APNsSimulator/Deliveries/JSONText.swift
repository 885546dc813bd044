/// The little JSON that the simulator writes, and the check of what it is sent.
enum JSONText {
    /// A string with its quotation marks, escaped where JSON demands it (RFC 8259, section 7).
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        appendQuoted(text.utf8.span, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a string with its quotation marks.
    static func appendQuoted(_ text: Span<UInt8>, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                line.append(UInt8(ascii: "\\"))
                line.append(byte)
            case 0..<0x20:
                line.append(contentsOf: "\\u00".utf8)
                line.append(HexDigit.character(for: byte >> 4))
                line.append(HexDigit.character(for: byte & 0xf))
            default: line.append(byte)
            }
        }
        line.append(UInt8(ascii: "\""))
    }

    /// Whether the bytes are one JSON object (RFC 8259), whatever its members.
    static func isObject(_ text: Span<UInt8>) -> Bool {
        var reader = JSONShapeReader()
        return reader.readObjectDocument(text)
    }
}

/// Walks over JSON without keeping anything of it.
private struct JSONShapeReader {
    private var position = 0

    /// Deeper than any payload; keeps hostile input from exhausting the stack.
    private static let maximumDepth = 64

    mutating func readObjectDocument(_ text: Span<UInt8>) -> Bool {
        skipSpace(text)
        guard position < text.count, text[position] == UInt8(ascii: "{"), readValue(text, depth: 0) else {
            return false
        }
        skipSpace(text)
        return position == text.count
    }

    private mutating func readValue(_ text: Span<UInt8>, depth: Int) -> Bool {
        skipSpace(text)
        guard position < text.count, depth < Self.maximumDepth else { return false }
        switch text[position] {
        case UInt8(ascii: "{"): return readMembers(text, until: UInt8(ascii: "}"), areNamed: true, depth: depth)
        case UInt8(ascii: "["): return readMembers(text, until: UInt8(ascii: "]"), areNamed: false, depth: depth)
        case UInt8(ascii: "\""): return readString(text)
        case UInt8(ascii: "t"): return readWord("true", text)
        case UInt8(ascii: "f"): return readWord("false", text)
        case UInt8(ascii: "n"): return readWord("null", text)
        default: return readNumber(text)
        }
    }

    private mutating func readMembers(_ text: Span<UInt8>, until end: UInt8, areNamed: Bool, depth: Int) -> Bool {
        position += 1
        skipSpace(text)
        if take(end, text) { return true }
        while true {
            if areNamed {
                skipSpace(text)
                guard position < text.count, text[position] == UInt8(ascii: "\""), readString(text) else {
                    return false
                }
                skipSpace(text)
                guard take(UInt8(ascii: ":"), text) else { return false }
            }
            guard readValue(text, depth: depth + 1) else { return false }
            skipSpace(text)
            if take(end, text) { return true }
            guard take(UInt8(ascii: ","), text) else { return false }
        }
    }

    private mutating func readString(_ text: Span<UInt8>) -> Bool {
        position += 1
        while position < text.count {
            let byte = text[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case 0..<0x20: return false
            case UInt8(ascii: "\\"):
                guard position < text.count, readEscape(text) else { return false }
            default: break
            }
        }
        return false
    }

    private mutating func readEscape(_ text: Span<UInt8>) -> Bool {
        let byte = text[position]
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            guard position + 4 <= text.count else { return false }
            for _ in 0..<4 {
                guard HexDigit.value(of: text[position]) != nil else { return false }
                position += 1
            }
            return true
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        default: return false
        }
    }

    private mutating func readNumber(_ text: Span<UInt8>) -> Bool {
        _ = take(UInt8(ascii: "-"), text)
        if !take(UInt8(ascii: "0"), text) {
            guard readDigits(text) else { return false }
        }
        if take(UInt8(ascii: "."), text) {
            guard readDigits(text) else { return false }
        }
        if take(UInt8(ascii: "e"), text) || take(UInt8(ascii: "E"), text) {
            if !take(UInt8(ascii: "+"), text) { _ = take(UInt8(ascii: "-"), text) }
            return readDigits(text)
        }
        return true
    }

    private mutating func readDigits(_ text: Span<UInt8>) -> Bool {
        let start = position
        while position < text.count, text[position] >= UInt8(ascii: "0"), text[position] <= UInt8(ascii: "9") {
            position += 1
        }
        return position > start
    }

    private mutating func readWord(_ word: StaticString, _ text: Span<UInt8>) -> Bool {
        guard position + word.utf8CodeUnitCount <= text.count else { return false }
        for offset in 0..<word.utf8CodeUnitCount where text[position + offset] != word.utf8Start[offset] {
            return false
        }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func take(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
        guard position < text.count, text[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace(_ text: Span<UInt8>) {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            default: return
            }
        }
    }
}
