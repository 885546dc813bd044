/// What was used and refused of each kind in one day or month, as it was counted then.
public struct PeriodTally: Hashable, Sendable {
    /// The day or month.
    public let period: BudgetPeriod

    /// Operations that were carried out; a kind that is missing was not used.
    public let used: [BudgetKind: Int]

    /// Operations that a budget refused.
    public let refused: [BudgetKind: Int]
}
