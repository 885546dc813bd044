/// What one look at the configuration found.
struct Finding: Hashable, Sendable {
    enum Verdict: String, Sendable {
        case fine = "ok"
        /// Worth knowing, and nothing fails by it alone.
        case doubtful = "note"
        /// Sending will fail until this is mended.
        case wrong
    }

    let verdict: Verdict
    /// What was looked at, in a word or two.
    let subject: String
    /// What was found and, unless it is fine, the mend.
    let sentence: String
}

extension Finding: CustomStringConvertible {
    /// One line of a table.
    var description: String {
        [verdict.rawValue.padding(to: 5), subject.padding(to: 10), sentence].joined(separator: "  ")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
