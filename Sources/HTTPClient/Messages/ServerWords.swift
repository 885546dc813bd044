/// What a server says in its own words, as one line that may be shown and kept: no control characters, and no longer than a
/// sentence or two.
public struct ServerWords: Hashable, Sendable {
    /// The line; empty where there are no words.
    public let text: String

    /// Takes words from an answer; what is beyond so many characters comes from something else than a service, and is left
    /// out.
    public init(_ words: String, limit: Int = 300) {
        let line = words.unicodeScalars.lazy.prefix(limit).map { $0.properties.isLine ? $0 : " " }
        text = String(String.UnicodeScalarView(line))
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it stays on its line, and leaves what is around it in its order.
    fileprivate var isLine: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: true
        }
    }
}
