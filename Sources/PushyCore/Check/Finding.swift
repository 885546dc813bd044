/// What one look at the configuration found.
public struct Finding: Hashable, Sendable {
    /// How it stands.
    public enum Verdict: String, Sendable {
        case fine = "ok"
        /// Worth knowing, and nothing fails by it alone.
        case doubtful = "note"
        /// Sending will fail until this is mended.
        case wrong
    }

    public let verdict: Verdict
    /// What was looked at, in a word or two.
    public let subject: String
    /// What was found and, unless it is fine, the mend.
    public let sentence: String

    /// Takes all three.
    public init(verdict: Verdict, subject: String, sentence: String) {
        self.verdict = verdict
        self.subject = subject
        self.sentence = sentence
    }
}

extension Finding: CustomStringConvertible {
    /// One line of a table.
    public var description: String {
        [verdict.rawValue.padding(to: 5), subject.padding(to: 10), sentence].joined(separator: "  ")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
