/// The parts of a multipart/form-data body.
///
/// Source: RFC 7578, RFC 2046 §5.1.
public struct MultipartForm: Sendable {
    /// One part.
    public struct Part: Sendable {
        /// The field's name.
        public var name: String
        /// The file's name, when the part is a file.
        public var filename: String?
        /// The part's `Content-Type`, when it has one.
        public var contentType: String?
        /// The bytes as they came.
        public var bytes: [UInt8]
    }

    /// All parts, in order.
    public private(set) var parts: [Part] = []

    /// The first part of this name.
    public subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// The parts of a body.
    ///
    /// - Throws: an ``HTTPProblem`` (400) that says what is missing.
    public init(parsing body: [UInt8], boundary: String) throws(HTTPProblem) {
        guard (1...70).contains(boundary.utf8.count) else {
            throw .multipart("its Content-Type names no boundary of 1 to 70 characters")
        }
        var sections = try MultipartSections(of: body, boundary: boundary)
        while let section = try sections.next() {
            guard parts.count < Self.partLimit else { throw .multipart("it has more than \(Self.partLimit) parts") }
            parts.append(try Part(parsing: body[section]))
        }
    }

    /// More parts than any form here has; each costs memory beyond its bytes.
    private static let partLimit = 1000
}

extension MultipartForm.Part {
    /// The part of a section: header lines, an empty line, bytes.
    fileprivate init(parsing section: ArraySlice<UInt8>) throws(HTTPProblem) {
        guard let split = Self.headerEnd(in: section) else {
            throw .multipart("a part has no empty line after its header")
        }
        bytes = Array(section[split.upperBound...])
        var disposition: ParameterList?
        var contentType: String?
        let header = String(decoding: section[..<split.lowerBound], as: UTF8.self)
        for line in header.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
            switch line[..<colon].lowercased() {
            case "content-disposition": disposition = ParameterList(value)
            case "content-type": contentType = value
            default: break
            }
        }
        self.contentType = contentType
        guard var disposition, disposition.first.lowercased() == "form-data" else {
            throw .multipart("a part has no Content-Disposition: form-data")
        }
        var name: String?
        while let (parameter, value) = disposition.next() {
            switch parameter {
            case "name": name = name ?? value
            case "filename": filename = filename ?? value
            default: break
            }
        }
        guard let name else { throw .multipart("a part has no name") }
        self.name = name
    }

    /// Where the empty line is; a part may begin with it.
    private static func headerEnd(in section: ArraySlice<UInt8>) -> Range<Int>? {
        let lineEnd: [UInt8] = [0x0d, 0x0a]
        if section.starts(with: lineEnd) { return section.startIndex..<section.startIndex + 2 }
        return section.firstRange(of: lineEnd + lineEnd)
    }
}

extension HTTPProblem {
    /// A multipart body that is not well formed.
    static func multipart(_ what: String) -> HTTPProblem {
        HTTPProblem(.badRequest, "The multipart/form-data body cannot be read: \(what).")
    }
}
