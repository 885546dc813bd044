/// The header fields of a request or a response, in order; names are compared without regard to case.
///
/// All fields lie in one buffer, so that a request's headers cost one allocation however many there are, and a
/// `String` is made only for a field that somebody asks for. Each field is kept as two lengths, then the name and
/// the value, each closed by a NUL, as the C library wants them.
public struct HTTPHeaders: Hashable, Sendable {
    /// `[name length, 2 bytes][value length, 4 bytes][name]\0[value]\0`, again and again; lengths little-endian.
    var storage: [UInt8] = []

    /// No fields.
    public init() {}

    /// The number of bytes in front of a name.
    static let prefixByteCount = 6
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }
}

extension HTTPHeaders {
    /// The value of the field of this name; setting replaces all of them, and nil removes them.
    ///
    /// Those of several fields are joined by commas (RFC 9110 §5.3), so that a key which was sent twice, of which a
    /// proxy in front may have looked at the other one, is no key.
    public subscript(name: String) -> String? {
        get {
            var joined: String?
            for field in self where field.isNamed(name) {
                joined = joined.map { $0 + ", " + field.value } ?? field.value
            }
            return joined
        }
        set {
            if contains(name) {
                var kept = HTTPHeaders()
                for field in self where !field.isNamed(name) { kept.add(field.name, field.value) }
                self = kept
            }
            if let newValue { add(name, newValue) }
        }
    }

    /// The values of all fields of this name, in the order in which they came.
    public func values(of name: String) -> [String] {
        var values: [String] = []
        for field in self where field.isNamed(name) { values.append(field.value) }
        return values
    }

    /// Whether there is a field of this name.
    public func contains(_ name: String) -> Bool {
        for field in self where field.isNamed(name) { return true }
        return false
    }

    /// Adds a field after the others, also when one of its name is there (`Set-Cookie`).
    ///
    /// A byte that may not stand in a field (CR, LF, NUL) becomes a space: no value that came from outside can begin
    /// another header line (RFC 9110 §5.5).
    public mutating func add(_ name: String, _ value: String) {
        var name = name
        var value = value
        name.withUTF8 { name in value.withUTF8 { value in add(name: name, value: value) } }
    }

    /// Makes room for a header of so many bytes.
    mutating func reserve(byteCount: Int) {
        // A field's line has a colon and CRLF where the buffer has a prefix and two NULs; 16 such fields fit.
        storage.reserveCapacity(byteCount + 16 * Self.prefixByteCount)
    }

    mutating func add(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        guard name.count <= UInt16.max, value.count <= UInt32.max else { return }
        for shift in [0, 8] { storage.append(UInt8(truncatingIfNeeded: name.count >> shift)) }
        for shift in [0, 8, 16, 24] { storage.append(UInt8(truncatingIfNeeded: value.count >> shift)) }
        let start = storage.count
        storage.append(contentsOf: name)
        storage.append(0)
        storage.append(contentsOf: value)
        storage.append(0)
        for index in start..<storage.count - 1 where index != start + name.count {
            if storage[index] == 0 || storage[index] == 0x0a || storage[index] == 0x0d { storage[index] = 0x20 }
        }
    }
}

extension HTTPHeaders: Sequence {
    /// One field, as a window on the headers that it is in.
    public struct Field {
        let storage: [UInt8]
        let nameRange: Range<Int>
        let valueRange: Range<Int>

        /// The name as it was written.
        public var name: String { String(decoding: storage[nameRange], as: UTF8.self) }

        /// The value, without the white space around it.
        public var value: String { String(decoding: storage[valueRange], as: UTF8.self) }

        /// Lends the name and the value as C has text: the buffer has the NULs.
        func withCStrings<Result>(_ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result) -> Result {
            storage.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    let start = characters.baseAddress.unsafelyUnwrapped
                    return body(start + nameRange.lowerBound, start + valueRange.lowerBound)
                }
            }
        }

        /// Whether the field has this name, in whatever case.
        public func isNamed(_ name: String) -> Bool {
            guard name.utf8.count == nameRange.count else { return false }
            var index = nameRange.lowerBound
            for byte in name.utf8 {
                guard storage[index].lowercasedASCII == byte.lowercasedASCII else { return false }
                index += 1
            }
            return true
        }
    }

    /// Walks the fields in order.
    public struct Iterator: IteratorProtocol {
        let storage: [UInt8]
        var position = 0

        public mutating func next() -> Field? {
            guard position < storage.count else { return nil }
            let nameByteCount = Int(storage[position]) | Int(storage[position + 1]) << 8
            var valueByteCount = 0
            for index in 0..<4 { valueByteCount |= Int(storage[position + 2 + index]) << (8 * index) }
            let name = position + HTTPHeaders.prefixByteCount
            let value = name + nameByteCount + 1
            position = value + valueByteCount + 1
            return Field(
                storage: storage,
                nameRange: name..<name + nameByteCount,
                valueRange: value..<value + valueByteCount
            )
        }
    }

    public func makeIterator() -> Iterator { Iterator(storage: storage) }
}

extension UInt8 {
    /// The byte with an ASCII capital made small.
    var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
}
