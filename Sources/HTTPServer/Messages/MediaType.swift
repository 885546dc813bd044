/// The type of a body, as `Content-Type` names it: `application/json; charset=utf-8`.
///
/// Source: RFC 9110 §8.3.1.
public struct MediaType: Hashable, Sendable {
    /// Type and subtype, in small letters: `application/json`.
    public let essence: String
    /// The parameters; names in small letters, values as they were, without quotes.
    public let parameters: [String: String]

    /// The type of a field's value; nil when it is none.
    public init?(_ text: String) { nil }
}
