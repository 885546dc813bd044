/// A header field of a prepared message.
public struct HeaderField: Hashable, Sendable {
    /// The name; it travels in lowercase.
    public var name: String
    /// The value, as UTF-8.
    public var value: String
    /// Whether the connection may remember the field, so that it costs one byte from its second use on. Right for what
    /// recurs; wrong for secrets and for what is new in each message.
    public var isIndexed: Bool

    /// A field that recurs, unless said otherwise.
    public init(_ name: String, _ value: String, isIndexed: Bool = true) {
        self.name = name.lowercased()
        self.value = value
        self.isIndexed = isIndexed
    }
}
