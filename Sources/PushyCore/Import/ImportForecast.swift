import WorkersKV

/// How long an import takes when each of its writes is one of the budget.
public struct ImportForecast: Hashable, Sendable {
    /// How many writes it needs.
    public let writes: Int
    /// How many of them fit into what is left of the day or month.
    public let fitNow: Int
    /// How many fit into each day or month after.
    public let perPeriod: Int
    /// What the budget is reckoned by.
    public let granularity: BudgetPeriod.Granularity

    /// How many days or months it takes, this one included; nil when the budget lets no write through at all.
    public var periods: Int? {
        let rest = writes - fitNow
        guard rest > 0 else { return 1 }
        guard perPeriod > 0 else { return nil }
        return 1 + (rest + perPeriod - 1) / perPeriod
    }
}

extension TokenRegistry {
    /// How long so many writes take; nil when no budget refuses any.
    public func forecast(ofWrites writes: Int) async throws(KVError) -> ImportForecast? {
        guard store.budget.enforced.contains(.writes), let limit = store.budget.limit(of: .writes) else { return nil }
        let usage = try await store.usage()
        return ImportForecast(
            writes: writes,
            fitNow: min(writes, usage.spending[.writes]?.remaining ?? limit),
            perPeriod: limit,
            granularity: usage.period.granularity
        )
    }
}

extension ImportForecast: CustomStringConvertible {
    /// A sentence or two: how many writes, how many days, what to do.
    public var description: String {
        let (period, this) = granularity == .day ? ("day", "today") : ("month", "this month")
        let needed = writes == 1 ? "1 write is needed" : "\(writes) writes are needed"
        guard let periods else { return "\(needed), and the budget allows none: use --outside-budget." }
        guard periods > 1 else {
            return "\(needed), and \(writes == 1 ? "fits" : "fit") into what is left of the budget \(this)."
        }
        return """
            \(needed), of which \(fitNow) fit \(this) and \(perPeriod) each \(period) after: it takes \(periods) \
            \(period)s. Run it again each \(period), as what is there costs nothing, or use --outside-budget.
            """
    }
}
