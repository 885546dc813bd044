/// What is counted: each kind has a budget of its own, and spending one leaves the others alone.
///
/// Source: Workers KV, pricing and limits.
public enum BudgetKind: String, CaseIterable, Hashable, Sendable {
    /// Keys written.
    case writes
    /// Keys deleted, missing ones included.
    case deletes
    /// Keys read, missing ones included.
    case reads
    /// List requests, whatever they answer.
    case lists

    /// The operation's name in Workers KV's texts.
    public var operation: String {
        switch self {
        case .writes: "put"
        case .deletes: "delete"
        case .reads: "get"
        case .lists: "list"
        }
    }
}
