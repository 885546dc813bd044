/// A way on which notices of the budget reach the owner, besides the log.
public protocol NoticeChannel: Sendable {
    /// Hands a notice over, once.
    func deliver(_ notice: QuotaNotice) async throws(NoticeFailure)
}

/// Why a notice was not handed over.
public struct NoticeFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence: what happened and what to do.
    public let description: String

    /// Whether the same again may succeed.
    public let isPassing: Bool

    /// Takes both.
    public init(_ description: String, isPassing: Bool) {
        self.description = description
        self.isPassing = isPassing
    }
}
