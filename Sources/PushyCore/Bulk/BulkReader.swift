import APNs

/// Reads a bulk file pair by pair: a JSON array of objects, of which one at a time is taken apart.
public struct BulkReader: Sendable {
    private let bytes: [UInt8]
    private var offset = 0
    private var isComplete = false
    /// How many elements have been read.
    public private(set) var count = 0

    /// Begins with the file's bytes.
    ///
    /// - Throws: ``BulkFault`` when they are no JSON array.
    public init(_ bytes: [UInt8]) throws(BulkFault) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
        guard take(UInt8(ascii: "[")) else {
            throw BulkFault(
                "The file is no JSON array of {\"key\": …, \"value\": …}, as wrangler kv bulk put takes it."
            )
        }
        try close()
    }

    /// The next pair, or what is wrong with it; nil after the last.
    ///
    /// - Throws: ``BulkFault`` when the file cannot be read on from here.
    public mutating func next() throws(BulkFault) -> Result<BulkPair, BulkFault>? {
        guard !isComplete else { return nil }
        let element = bytes[offset..<(try endOfElement())]
        offset = element.endIndex
        count += 1
        try close()
        guard isComplete || take(UInt8(ascii: ",")) else { throw cutOff }
        return Result { () throws(BulkFault) in try Self.pair(Array(element)) }
    }

    private static func pair(_ element: [UInt8]) throws(BulkFault) -> BulkPair {
        let json: JSONValue
        do throws(JSONFault) {
            json = try JSONValue(reading: element)
        } catch {
            throw BulkFault("It is not JSON: \(error)")
        }
        return try BulkPair(json)
    }

    /// Where the element that begins here ends: at the comma or bracket that is neither inside it nor in a text.
    private func endOfElement() throws(BulkFault) -> Int {
        var depth = 0
        var isInText = false
        var index = offset
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isInText: index += 1
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0: return index
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        }
        throw cutOff
    }

    /// Takes the bracket that ends the array, if it stands here; nothing may follow it.
    private mutating func close() throws(BulkFault) {
        guard take(UInt8(ascii: "]")) else { return }
        skipSpace()
        guard offset == bytes.count else { throw BulkFault("Something follows the array, at byte \(offset).") }
        isComplete = true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[offset]) { offset += 1 }
    }

    private var cutOff: BulkFault {
        BulkFault("The file ends in the middle of the array, after \(count) pairs. Was it cut off?")
    }
}
