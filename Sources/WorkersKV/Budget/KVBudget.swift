/// The account's budget: a plan, limits set by hand over it, and which kinds refuse once they are spent.
public struct KVBudget: Hashable, Sendable {
    /// The plan whose limits hold where none is set by hand.
    public let plan: KVPlan

    /// Limits set by hand, per period of the plan.
    public let overrides: [BudgetKind: Int]

    /// The kinds that refuse when they are spent. The others only count.
    public let enforced: Set<BudgetKind>

    /// Takes the plan, and what differs from it.
    public init(
        plan: KVPlan = .free,
        overrides: [BudgetKind: Int] = [:],
        enforced: Set<BudgetKind> = [.writes, .deletes]
    ) {
        self.plan = plan
        self.overrides = overrides
        self.enforced = enforced
    }

    /// How many operations of a kind fit in one period; nil is any number.
    public func limit(of kind: BudgetKind) -> Int? {
        overrides[kind] ?? plan.limit(of: kind)
    }
}
