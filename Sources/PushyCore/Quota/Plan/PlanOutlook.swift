import WorkersKV

/// What the last 30 days would have come to on each of Cloudflare's plans.
public struct PlanOutlook: Hashable, Sendable {
    /// Writes that were carried out.
    public let writes: Int
    /// Writes and deletes that a budget refused.
    public let refused: Int
    /// Days on which more was asked for than the free plan carries.
    public let daysBeyondFree: Int
    /// US dollars for the 30 days on the paid plan, which refuses nothing: what was refused counts as written.
    public let paidDollars: Double

    /// Takes all four.
    public init(writes: Int, refused: Int, daysBeyondFree: Int, paidDollars: Double) {
        self.writes = writes
        self.refused = refused
        self.daysBeyondFree = daysBeyondFree
        self.paidDollars = paidDollars
    }
}

extension QuotaReport {
    /// What the last 30 days would have come to on each plan.
    public var outlook: PlanOutlook {
        let writes = days.reduce(0) { $0 + $1.activity.writes }
        let refused = days.reduce(0) { $0 + $1.activity.refused }
        let freeWrites = KVPlan.free.limit(of: .writes) ?? 0
        return PlanOutlook(
            writes: writes,
            refused: refused,
            daysBeyondFree: days.count { $0.activity.writes + $0.activity.refused > freeWrites },
            paidDollars: PaidPlanCost.dollars(writes: writes + refused)
        )
    }
}
