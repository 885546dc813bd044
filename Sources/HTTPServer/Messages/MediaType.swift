/// The type of a body, as `Content-Type` names it: `application/json; charset=utf-8`.
///
/// Source: RFC 9110 §8.3.1.
public struct MediaType: Hashable, Sendable {
    /// Type and subtype, in small letters: `application/json`.
    public let essence: String
    /// The parameters; names in small letters, values as they were, without quotes.
    public let parameters: [String: String]

    /// The type of a field's value; nil when it is none.
    public init?(_ text: String) {
        var fields = ParameterList(text)
        essence = fields.first.lowercased()
        let halves = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return nil }
        var parameters: [String: String] = [:]
        while let (name, value) = fields.next() { parameters[name] = parameters[name] ?? value }
        self.parameters = parameters
    }
}
