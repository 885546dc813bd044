import WorkersKV

/// What a month of writes costs on the paid plan.
///
/// Source: Workers and Workers KV, pricing of February 2026.
public enum PaidPlanCost {
    /// The plan itself, in US dollars a month.
    public static let base = 5.0

    /// Each million of writes above the included ones, in US dollars.
    public static let perMillionWrites = 5.0

    /// US dollars for a month with so many writes.
    public static func dollars(writes: Int) -> Double {
        let included = KVPlan.paid.limit(of: .writes) ?? 0
        return base + Double(max(0, writes - included)) / 1_000_000 * perMillionWrites
    }
}
