/// A JSON number, kept as its digits: 1.0 stays 1.0, and an integer of any size stays what it is.
public struct JSONNumber: Hashable, Sendable {
    /// The digits, sign, point and exponent.
    public let text: String

    /// A whole number.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// The shortest digits that mean this number; nil for infinity and NaN, which JSON does not have.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = "\(value)"
    }

    /// For the reader, which has seen that the text is a number.
    init(checked text: String) {
        self.text = text
    }

    /// The number as an integer, if that is what it is.
    public var integer: Int64? { Int64(text) ?? Double(text).flatMap(Int64.init(exactly:)) }

    /// The number as a double, as near as that comes.
    public var double: Double? { Double(text) }
}
