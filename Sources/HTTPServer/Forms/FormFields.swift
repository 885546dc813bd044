/// The fields of a query or of a form, in order: names and values, percent-decoded, `+` read as a space.
///
/// Source: WHATWG URL §5.1, application/x-www-form-urlencoded.
public struct FormFields: Hashable, Sendable {
    /// One name and its value.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    /// All fields, in the order in which they came.
    public private(set) var fields: [Field] = []

    /// No fields.
    public init() {}

    /// The fields of a text such as `a=1&b=two+words`.
    ///
    /// - Throws: an ``HTTPProblem`` (400) that names the field whose percent-encoding or UTF-8 is broken.
    public init(parsing bytes: some Sequence<UInt8>) throws(HTTPProblem) {
        for pair in Array(bytes).split(separator: UInt8(ascii: "&")) {
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decodeFormText(halves[0]),
                let value = halves.count == 1 ? "" : PercentEncoding.decodeFormText(halves[1])
            else {
                throw HTTPProblem(
                    .badRequest,
                    "The field \"\(String(decoding: halves[0], as: UTF8.self))\" is not percent-encoded UTF-8; "
                        + "encode each byte that is not a letter or digit as % and two hex digits."
                )
            }
            fields.append(Field(name: name, value: value))
        }
    }

    /// The fields of a text that was checked before: what cannot be decoded is left out.
    init(lenient bytes: some Sequence<UInt8>) {
        do throws(HTTPProblem) { try self.init(parsing: bytes) } catch { self.init() }
    }
}

extension FormFields {
    /// The value of the first field of this name.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The values of all fields of this name.
    public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
