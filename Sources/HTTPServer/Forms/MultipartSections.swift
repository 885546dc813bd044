#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Walks what stands between the boundary lines of a multipart body.
///
/// Source: RFC 2046 §5.1.1: a delimiter is a line end, two dashes and the boundary; the line end is the delimiter's.
struct MultipartSections {
    private let body: [UInt8]
    private let delimiter: [UInt8]
    /// Just past the last delimiter; nil after the closing one.
    private var position: Int?

    /// Finds the first delimiter.
    ///
    /// - Throws: an ``HTTPProblem`` (400) when there is none.
    init(of body: [UInt8], boundary: String) throws(HTTPProblem) {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter may open the body, without its line end; what stands before it is nobody's.
        if body.starts(with: delimiter.dropFirst(2)) {
            position = delimiter.count - 2
        } else if let start = Self.find(delimiter, in: body, from: 0) {
            position = start + delimiter.count
        } else {
            throw .multipart("its boundary does not stand in it")
        }
        self.body = body
        self.delimiter = delimiter
    }

    /// The next section; nil after the last.
    mutating func next() throws(HTTPProblem) -> Range<Int>? {
        guard var start = position else { return nil }
        if body[start...].starts(with: [0x2d, 0x2d]) {
            position = nil
            return nil
        }
        while start < body.count, body[start] == 0x20 || body[start] == 0x09 { start += 1 }
        guard body[start...].starts(with: [0x0d, 0x0a]) else {
            throw .multipart("a boundary does not end its line")
        }
        start += 2
        guard let end = Self.find(delimiter, in: body, from: start) else {
            throw .multipart("it ends before its closing boundary")
        }
        position = end + delimiter.count
        return start..<end
    }

    /// Where the delimiter stands next. The C library looks for its first byte, since a body may be 100 MB.
    private static func find(_ delimiter: [UInt8], in body: [UInt8], from start: Int) -> Int? {
        body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let first = delimiter.first else { return nil }
            var position = start
            while position + delimiter.count <= bytes.count {
                guard let found = memchr(base + position, Int32(first), bytes.count - position) else { return nil }
                position = UnsafeRawPointer(found) - base
                if bytes.count - position >= delimiter.count,
                    memcmp(found, delimiter, delimiter.count) == 0
                {
                    return position
                }
                position += 1
            }
            return nil
        }
    }
}
