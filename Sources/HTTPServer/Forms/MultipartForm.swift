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
}
