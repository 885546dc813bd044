/// What an account has paid for: it sets the budgets and how often they begin anew.
///
/// Source: Workers KV, pricing of February 2026.
public enum KVPlan: String, CaseIterable, Hashable, Sendable {
    /// 1,000 writes, deletes and lists and 100,000 reads per UTC day.
    case free
    /// 1,000,000 writes, deletes and lists and 10,000,000 reads per UTC month.
    case paid
    /// Counts by the day and refuses nothing.
    case unlimited

    /// How long one budget lasts.
    public var granularity: BudgetPeriod.Granularity {
        switch self {
        case .free, .unlimited: .day
        case .paid: .month
        }
    }

    /// The budget of a kind per period; nil is none.
    public func limit(of kind: BudgetKind) -> Int? {
        switch (self, kind) {
        case (.free, .reads): 100_000
        case (.free, _): 1000
        case (.paid, .reads): 10_000_000
        case (.paid, _): 1_000_000
        case (.unlimited, _): nil
        }
    }
}
