import Foundation

/// The account's counters as one transaction sees them: read when first needed, changed in memory, written before
/// the commit, in the same transaction as the operations that they count.
///
/// Days and months are both kept, so that a change of plan forgets nothing. Each period has a row of its own. When
/// the clock steps back into an earlier period, that period counts at least what the later one had used: no budget
/// is given twice, and no wrong date in the future blocks the budgets of the days until then.
struct BudgetLedger {
    let budget: KVBudget

    private var counters: [BudgetPeriod: BudgetCounters] = [:]
    private var current: [BudgetPeriod.Granularity: Int] = [:]
    private var hours: [Int: HourTally] = [:]
    private var refusals: [Refusal] = []

    private struct Refusal {
        let kind: BudgetKind
        let count: Int
        let demand: PutDemand
        let moment: Date
    }

    init(budget: KVBudget) {
        self.budget = budget
    }

    // MARK: Counting

    /// Counts operations of a kind, or refuses them all where fewer than the reserve would be left; the demand, of writes
    /// alone, is counted either way.
    ///
    /// - Throws: ``KVRefusal/budgetSpent(_:_:)`` as ``KVError/refused(_:)``; it is counted as refused then.
    mutating func charge(
        _ kind: BudgetKind,
        _ count: Int = 1,
        leaving reserve: Int = 0,
        demand: PutDemand = PutDemand(),
        at moment: Date,
        _ reader: any KVEngineReader
    ) throws(KVError) {
        let period = BudgetPeriod(budget.plan.granularity, containing: moment)
        if budget.enforced.contains(kind), let limit = budget.limit(of: kind) {
            let used = try counters(of: period, reader).used[kind] ?? 0
            guard used <= limit, reserve <= limit, count <= limit - reserve - used else {
                try refuse(Refusal(kind: kind, count: count, demand: demand, moment: moment), reader)
                throw .refused(.budgetSpent(kind, period))
            }
        }
        try add(kind, count, at: moment, reader)
        if demand.total > 0 { try tally(at: moment, reader) { $0.count(demand, at: moment) } }
    }

    /// Counts operations of a kind that are past refusing.
    mutating func add(_ kind: BudgetKind, _ count: Int, at moment: Date, _ reader: any KVEngineReader) throws(KVError) {
        try changeCounters(at: moment, reader) { $0.use(kind, count) }
    }

    /// Changes the tally of the moment's hour.
    mutating func tally(at moment: Date, _ reader: any KVEngineReader, _ change: (inout HourTally) -> Void)
        throws(KVError)
    {
        let index = HourTally.index(containing: moment)
        if hours[index] == nil { hours[index] = try hour(index, reader) }
        change(&hours[index, default: HourTally(index: index)])
    }

    private mutating func refuse(_ refusal: Refusal, _ reader: any KVEngineReader) throws(KVError) {
        refusals.append(refusal)
        try changeCounters(at: refusal.moment, reader) { $0.refuse(refusal.kind, refusal.count) }
        if refusal.kind == .writes || refusal.kind == .deletes {
            try tally(at: refusal.moment, reader) { hour in
                hour.refused += refusal.count
                hour.count(refusal.demand, at: refusal.moment)
            }
        }
    }

    private mutating func changeCounters(
        at moment: Date,
        _ reader: any KVEngineReader,
        _ change: (inout BudgetCounters) -> Void
    ) throws(KVError) {
        for granularity in BudgetPeriod.Granularity.allCases {
            let period = BudgetPeriod(granularity, containing: moment)
            if current[granularity] != period.index { _ = try counters(of: period, reader) }
            // In place: a broadcast that removes thousands of tokens changes them as often.
            change(&counters[period, default: BudgetCounters()])
        }
    }

    // MARK: Taking back

    /// Begins a body that may be taken back.
    mutating func beginBody() {
        refusals = []
    }

    /// Takes back what a body counted, but not that it was refused.
    mutating func takeBack(to before: BudgetLedger, _ reader: any KVEngineReader) throws(KVError) {
        let refusals = refusals
        self = before
        for refusal in refusals {
            try refuse(refusal, reader)
        }
    }

    // MARK: Reading and writing

    /// The counters of a period, after the clock's step into it if it is another than the last one.
    mutating func counters(of period: BudgetPeriod, _ reader: any KVEngineReader) throws(KVError) -> BudgetCounters {
        let granularity = period.granularity
        var counted = try recordedCounters(of: period, reader)
        let last = try lastPeriod(granularity, reader)
        if let last, period.index < last {
            counted.raise(to: try recordedCounters(of: BudgetPeriod(granularity, index: last), reader))
        }
        current[granularity] = period.index
        counters[period] = counted
        return counted
    }

    /// The counters of a period as they were recorded, wherever the clock stands.
    func recordedCounters(of period: BudgetPeriod, _ reader: any KVEngineReader) throws(KVError) -> BudgetCounters {
        if let counted = counters[period] { return counted }
        return try Self.storedCounters(of: period, reader)
    }

    /// The tally of an hour.
    func hour(_ index: Int, _ reader: any KVEngineReader) throws(KVError) -> HourTally {
        if let hour = hours[index] { return hour }
        return try Self.storedHour(index, reader)
    }

    /// Writes what changed.
    func save(to writer: any KVEngineWriter) throws(KVError) {
        for (period, counted) in counters {
            try writer.put(counted.bytes, for: StoreKey.counters(of: period))
        }
        for (granularity, index) in current {
            let bytes = UInt32(clamping: index).bigEndianBytes
            try writer.put(bytes, for: StoreKey.currentPeriod(granularity))
        }
        for hour in hours.values {
            try writer.put(hour.bytes, for: StoreKey.hour(hour.index))
        }
    }

    private func lastPeriod(_ granularity: BudgetPeriod.Granularity, _ reader: any KVEngineReader)
        throws(KVError) -> Int?
    {
        if let index = current[granularity] { return index }
        return try reader.decode(StoreKey.currentPeriod(granularity)) { UInt32(bigEndianBytes: $0) }.map(Int.init)
    }

    private static func storedCounters(of period: BudgetPeriod, _ reader: any KVEngineReader)
        throws(KVError) -> BudgetCounters
    {
        try reader.decode(StoreKey.counters(of: period)) { BudgetCounters($0) } ?? BudgetCounters()
    }

    private static func storedHour(_ index: Int, _ reader: any KVEngineReader) throws(KVError) -> HourTally {
        try reader.decode(StoreKey.hour(index)) { HourTally(index: index, bytes: $0) } ?? HourTally(index: index)
    }
}
