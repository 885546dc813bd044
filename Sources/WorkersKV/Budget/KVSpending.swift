import Foundation

/// What one kind's budget has come to in the period.
public struct KVSpending: Hashable, Sendable {
    /// Operations that were carried out.
    public let used: Int

    /// Operations that were refused.
    public let refused: Int

    /// How many fit in the period; nil is any number.
    public let limit: Int?

    /// How many are left; nil is any number.
    public var remaining: Int? {
        limit.map { max(0, $0 - used) }
    }
}

/// What the account has used in the period that the clock is in.
public struct KVUsage: Hashable, Sendable {
    /// The plan.
    public let plan: KVPlan

    /// The day or month.
    public let period: BudgetPeriod

    /// What each kind has come to.
    public let spending: [BudgetKind: KVSpending]

    /// Operations of the period that callers saved by reading first.
    public let saved: [KVSaving: Int]

    /// When the next budget begins.
    public var resetsAt: Date { period.end }
}
