import APNs

/// The first digits of a token, as somebody types or pastes them: in either case, with spaces or angle brackets.
public struct TokenPrefix: Hashable, Sendable {
    /// Lowercase hexadecimal digits; none is every token's beginning.
    public let digits: String

    /// The digits of a text; nil when something else stands in it, or when it is longer than any token.
    public init?(_ text: String) {
        let bare = text.filter { !($0.isWhitespace || $0 == "<" || $0 == ">") }.lowercased()
        guard bare.utf8.count <= DeviceToken.digitCounts.upperBound,
            bare.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        digits = bare
    }
}
