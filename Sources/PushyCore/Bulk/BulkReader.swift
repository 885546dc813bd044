import APNs

/// Reads a bulk file element by element; no more of it is in memory than a chunk and the element that is being read.
///
/// Two forms are known. An array of pairs is what `wrangler kv bulk put` takes, what `pushy tokens export` writes, and, with
/// `name` for `key` and no values, what `wrangler kv key list` prints. An object of values by key is what
/// `wrangler kv bulk get` prints; it may stand in the members `result` and `values`, as the REST API answers it, and
/// `Success!` may follow.
public struct BulkReader {
    private enum Form {
        case array
        case object
    }

    private var source: ByteScanner
    private let form: Form
    /// Objects around the one that holds the values.
    private var enclosing = 0
    private var isComplete = false
    private var isFirst = true
    /// How many elements have been read.
    public private(set) var count = 0
    /// How many bytes have been read.
    public var byteCount: Int { source.position }

    /// Begins with the first chunks of a file.
    ///
    /// - Parameter nextChunk: Gives the next bytes of the file, and none at its end.
    /// - Throws: ``BulkFault`` when the file is neither a JSON array nor an object, and what the closure throws.
    public init(_ nextChunk: @escaping () throws(BulkFault) -> [UInt8]) throws(BulkFault) {
        source = ByteScanner(nextChunk)
        try source.skipByteOrderMark()
        if try source.take(UInt8(ascii: "[")) {
            form = .array
        } else if try source.take(UInt8(ascii: "{")) {
            form = .object
        } else {
            throw BulkFault(
                "The file is neither a JSON array of {\"key\": …, \"value\": …} nor a JSON object of values by key."
            )
        }
    }

    /// Begins with the bytes of a whole file.
    public init(_ bytes: [UInt8]) throws(BulkFault) {
        var rest = bytes
        try self.init { () throws(BulkFault) in
            defer { rest = [] }
            return rest
        }
    }

    /// The next element; nil after the last.
    ///
    /// - Throws: ``BulkFault`` when the file cannot be read on from here.
    public mutating func next() throws(BulkFault) -> BulkElement? {
        while try beginElement() {
            guard let text = try form == .array ? source.value() : member() else { continue }
            source.letGo()
            count += 1
            return BulkElement(place: count, text: text)
        }
        return nil
    }

    /// Goes to the element that comes next; false when there is none.
    private mutating func beginElement() throws(BulkFault) -> Bool {
        guard !isComplete else { return false }
        while try source.take(form == .array ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
            guard enclosing > 0 else {
                try end()
                return false
            }
            enclosing -= 1
            isFirst = false
        }
        if !isFirst {
            guard try source.take(UInt8(ascii: ",")) else { throw cutOff }
        }
        isFirst = false
        return true
    }

    /// A member of the object as a pair; nil for one that is about the values, or holds them.
    private mutating func member() throws(BulkFault) -> [UInt8]? {
        let name = try source.value()
        guard try source.take(UInt8(ascii: ":")) else { throw cutOff }
        let opensObject = try source.peek() == UInt8(ascii: "{")
        if opensObject, Self.wrappers.contains(name) {
            _ = try source.take(UInt8(ascii: "{"))
            enclosing += 1
            isFirst = true
            return nil
        }
        let value = try source.value()
        if Self.envelope.contains(name) { return nil }
        return Array(#"{"key":"#.utf8) + name + Self.members(of: value) + Array("}".utf8)
    }

    /// `,"value":…` and whatever else belongs to the key.
    private static func members(of value: [UInt8]) -> [UInt8] {
        if case .object(let object) = try? JSONValue(reading: value), object["value"] != nil,
            object.members.allSatisfy({ entryMembers.contains($0.name) })
        {
            return Array(",".utf8) + value.dropFirst().dropLast()
        }
        return Array(#","value":"#.utf8) + value
    }

    private static let wrappers = [#""result""#, #""values""#].map { Array($0.utf8) }
    private static let envelope = [#""success""#, #""errors""#, #""messages""#, #""result_info""#].map {
        Array($0.utf8)
    }
    /// What the REST API shows of a key when its metadata is asked for.
    private static let entryMembers = ["value", "metadata", "expiration"]

    /// Nothing may follow, but what wrangler says when it has printed all.
    private mutating func end() throws(BulkFault) {
        isComplete = true
        guard try source.peek() != nil else { return }
        guard try source.takeWord("Success!"), try source.peek() == nil else {
            throw BulkFault("Something follows the end of the JSON, at byte \(source.position).")
        }
    }

    private var cutOff: BulkFault {
        BulkFault("The file ends or breaks off after \(count) pairs, at byte \(source.position). Was it cut off?")
    }
}
