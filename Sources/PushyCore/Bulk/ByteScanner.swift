/// Goes through JSON that comes in chunks, value by value, and looks no closer than to see where each ends.
struct ByteScanner {
    private let nextChunk: () throws(BulkFault) -> [UInt8]
    private var buffer: [UInt8] = []
    private var offset = 0
    /// How many bytes lie before the buffer.
    private var passed = 0

    init(_ nextChunk: @escaping () throws(BulkFault) -> [UInt8]) {
        self.nextChunk = nextChunk
    }

    /// How many bytes have been gone through.
    var position: Int { passed + offset }

    /// The next byte that is no blank; nil at the end.
    mutating func peek() throws(BulkFault) -> UInt8? {
        while let byte = try byte(at: offset) {
            guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return byte }
            offset += 1
        }
        return nil
    }

    /// Takes the byte, if it comes next.
    mutating func take(_ byte: UInt8) throws(BulkFault) -> Bool {
        guard try peek() == byte else { return false }
        offset += 1
        return true
    }

    /// Takes the word, if it comes next.
    mutating func takeWord(_ word: String) throws(BulkFault) -> Bool {
        _ = try peek()
        for (index, expected) in word.utf8.enumerated() {
            guard try byte(at: offset + index) == expected else { return false }
        }
        offset += word.utf8.count
        return true
    }

    mutating func skipByteOrderMark() throws(BulkFault) {
        for mark in [0xef, 0xbb, 0xbf] as [UInt8] {
            guard try byte(at: offset) == mark else { return }
            offset += 1
        }
    }

    /// The value that comes next: up to the comma, colon or bracket that is neither inside it nor in a text.
    mutating func value() throws(BulkFault) -> [UInt8] {
        _ = try peek()
        var index = offset
        var depth = 0
        var isInText = false
        while let byte = try byte(at: index) {
            if isInText {
                if byte == UInt8(ascii: "\\") { index += 1 }
                isInText = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return takeValue(upTo: index) }
                    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
                default: break
                }
            }
            index += 1
        }
        throw BulkFault("The file ends in the middle of a value, at byte \(passed + index). Was it cut off?")
    }

    private mutating func takeValue(upTo end: Int) -> [UInt8] {
        defer { offset = end }
        var value = buffer[offset..<end]
        while let last = value.last, last == 0x20 || last == 0x0a || last == 0x0d || last == 0x09 { value.removeLast() }
        return Array(value)
    }

    /// A byte of the buffer, which takes another chunk when it lies beyond; nil at the end of the file.
    private mutating func byte(at index: Int) throws(BulkFault) -> UInt8? {
        while index >= buffer.count {
            let chunk = try nextChunk()
            if chunk.isEmpty { return nil }
            buffer += chunk
        }
        return buffer[index]
    }

    /// Lets go of what has been gone through, once it is enough to be worth moving the rest.
    mutating func letGo() {
        guard offset > 1 << 20 else { return }
        buffer.removeFirst(offset)
        passed += offset
        offset = 0
    }
}
