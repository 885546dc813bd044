extension JSONValue {
    /// Reads JSON from UTF-8, strictly: nothing is repaired, and a name may stand only once in an object.
    public init(reading bytes: [UInt8]) throws(JSONFault) {
        var reader = JSONReader(bytes: bytes)
        self = try reader.document()
    }
}

/// Reads one JSON document from front to back.
///
/// Source: RFC 8259; that names are unique is section 4's advice, taken as a rule because Apple does not say which
/// of two would win.
struct JSONReader {
    /// A payload has a handful of levels; the bound keeps a hostile one from exhausting the stack.
    static let maximumDepth = 64

    let bytes: [UInt8]
    var offset = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONFault) -> JSONValue {
        // A byte order mark may be ignored: section 8.1.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
        skipSpace()
        if peek == nil { throw fault(.empty) }
        let value = try value()
        skipSpace()
        if peek != nil { throw fault(.moreAfterTheValue) }
        return value
    }

    private mutating func value() throws(JSONFault) -> JSONValue {
        switch peek {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try number())
        case nil: throw fault(.endsTooSoon)
        default: throw fault(.unexpected)
        }
    }

    private mutating func object() throws(JSONFault) -> JSONObject {
        try descend()
        var object = JSONObject()
        if try !closes(with: UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                let start = offset
                guard peek == UInt8(ascii: "\"") else { throw fault(peek == nil ? .endsTooSoon : .unexpected) }
                let name = try string()
                guard object[name] == nil else { throw fault(.duplicateName(name), at: start) }
                skipSpace()
                try expect(UInt8(ascii: ":"))
                skipSpace()
                object[name] = try value()
            } while try continues(until: UInt8(ascii: "}"))
        }
        depth -= 1
        return object
    }

    private mutating func array() throws(JSONFault) -> [JSONValue] {
        try descend()
        var values: [JSONValue] = []
        if try !closes(with: UInt8(ascii: "]")) {
            repeat {
                skipSpace()
                values.append(try value())
            } while try continues(until: UInt8(ascii: "]"))
        }
        depth -= 1
        return values
    }

    private mutating func number() throws(JSONFault) -> JSONNumber {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits(from: start) }
        if take(UInt8(ascii: ".")) { try digits(from: start) }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits(from: start)
        }
        if let next = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { throw fault(.number, at: start) }
        return JSONNumber(checked: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func digits(from start: Int) throws(JSONFault) {
        let first = offset
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        if offset == first { throw fault(.number, at: start) }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
        return value
    }
}

extension JSONReader {
    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard take(byte) else { throw fault(peek == nil ? .endsTooSoon : .unexpected) }
    }

    func fault(_ kind: JSONFault.Kind, at place: Int? = nil) -> JSONFault {
        JSONFault(kind: kind, offset: place ?? offset)
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { offset += 1 }
    }

    private mutating func descend() throws(JSONFault) {
        depth += 1
        if depth > Self.maximumDepth { throw fault(.tooDeep) }
        offset += 1
    }

    private mutating func closes(with end: UInt8) throws(JSONFault) -> Bool {
        skipSpace()
        return take(end)
    }

    private mutating func continues(until end: UInt8) throws(JSONFault) -> Bool {
        skipSpace()
        if take(end) { return false }
        try expect(UInt8(ascii: ","))
        return true
    }
}
