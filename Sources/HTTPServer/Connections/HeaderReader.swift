import CMicroHTTPD

/// Takes the fields of a header out of the library's buffer, and looks at those that frame the body.
///
/// Whatever two readers could frame in two ways is refused: behind a proxy, one request must not hide in another.
///
/// Source: RFC 9112 §3.2 (Host), §5.1 (names), §6 (the body's length).
struct HeaderReader {
    private(set) var headers = HTTPHeaders()
    /// What `Content-Length` says.
    private(set) var announcedByteCount: Int?
    private(set) var isChunked = false
    private(set) var hostCount = 0
    /// The first thing that was wrong.
    private(set) var problem: HTTPProblem?
    /// Where the next field's line begins, if the library showed all of those before.
    private var lineStart: UnsafeRawPointer

    /// Reads all fields, on the connection's polling thread.
    init(_ connection: LibraryConnection, line: RequestLine, headerByteCount: Int) {
        lineStart = line.end
        headers.reserve(byteCount: headerByteCount)
        _ = withUnsafeMutablePointer(to: &self) { reader in
            MHD_get_connection_values_n(
                connection.pointer,
                .HEADER_KIND,
                { context, _, name, nameByteCount, value, valueByteCount in
                    guard let context, let name else { return .YES }
                    let count = value == nil ? 0 : valueByteCount
                    context.assumingMemoryBound(to: HeaderReader.self).pointee.take(
                        UnsafeRawBufferPointer(start: name, count: nameByteCount).assumingMemoryBound(to: UInt8.self),
                        UnsafeRawBufferPointer(start: value, count: count).assumingMemoryBound(to: UInt8.self)
                    )
                    return .YES
                },
                reader
            )
        }
        // An empty line ends the header.
        if lineStart + 2 != UnsafeRawPointer(line.method) + headerByteCount { refuse(Self.brokenLine) }
    }

    private mutating func take(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else {
            refuse("A header field's name has a character that no name has: send names of letters, digits and dashes.")
            return
        }
        if UnsafeRawPointer(name.baseAddress) != lineStart || value.contains(where: \.isControlCharacter) {
            refuse(Self.brokenLine)
        }
        if let end = value.baseAddress { lineStart = UnsafeRawPointer(end) + value.count + 2 }
        headers.add(name: name, value: value.withoutBlanksAtEnd)
        switch name.count {
        case 4 where name.equalsIgnoringCase("host"): hostCount += 1
        case 14 where name.equalsIgnoringCase("content-length"): takeLength(value)
        case 17 where name.equalsIgnoringCase("transfer-encoding"): takeEncoding(value)
        default: break
        }
    }

    private mutating func takeLength(_ value: UnsafeBufferPointer<UInt8>) {
        guard let length = LibraryLookup.length(value.withoutBlanksAtEnd),
            announcedByteCount == nil || announcedByteCount == length
        else {
            refuse("Content-Length must be one number of bytes.")
            return
        }
        announcedByteCount = length
    }

    private mutating func takeEncoding(_ value: UnsafeBufferPointer<UInt8>) {
        guard value.equalsIgnoringCase("chunked"), !isChunked else {
            problem = problem ?? HTTPProblem(.notImplemented, "The only Transfer-Encoding here is chunked, once.")
            return
        }
        isChunked = true
    }

    private mutating func refuse(_ detail: String) {
        problem = problem ?? HTTPProblem(.badRequest, detail)
    }

    /// The library ends a value at its first byte 0, joins folded lines, and takes a lone CR or LF for the end of a
    /// line. Each of them shows in the fields not lying one behind the other (RFC 9112 §2.2, §5.2; RFC 9110 §5.5).
    private static let brokenLine =
        "A header field has a control character, goes on in another line, or does not end in CR LF: send each in one "
        + "line, of visible characters, blanks and tabs."
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are those of a text in small letters, but for their case.
    fileprivate func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index].lowercasedASCII != text.utf8Start[index] { return false }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The value without the blanks behind it; the library has left out those in front (RFC 9110 §5.5).
    var withoutBlanksAtEnd: UnsafeBufferPointer<UInt8> {
        let length = lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
        return UnsafeBufferPointer(rebasing: self[..<length])
    }
}

extension UInt8 {
    /// Whether the byte may not stand in a field's value (RFC 9110 §5.5).
    fileprivate var isControlCharacter: Bool { (self < 0x20 && self != 0x09) || self == 0x7f }

    /// Whether the byte may stand in a field's name (RFC 9110 §5.6.2, tchar).
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: "!#$%&'*+.^`|~".utf8.contains(self)
        }
    }
}
