import Foundation

extension KVStore {
    /// Charges operations that were made outside of ``KVBinding`` and ``KVWriteTransaction``, such as the read by which
    /// a caller finds that nothing changed.
    ///
    /// A kind that is enforced is charged by a commit, so that its limit is exact; another is counted in memory and
    /// folded into the next commit.
    ///
    /// - Throws: ``KVError/refused(_:)`` when the kind is enforced and spent; nothing was charged then.
    public func charge(_ kind: BudgetKind, _ count: Int = 1) async throws(KVError) {
        let moment = now()
        guard budget.enforced.contains(kind), budget.limit(of: kind) != nil else {
            return groupCommit.count { $0.add(kind, count, at: moment) }
        }
        try await commit { transaction throws(KVError) in
            let context = transaction.context
            try context.ledger.charge(kind, count, at: context.now, context.writer)
        }
    }

    /// Notes an operation that a caller saved by reading first; it is folded into the next commit.
    public func noteSaved(_ saving: KVSaving, _ count: Int = 1) {
        let moment = now()
        groupCommit.count { $0.add(saving, count, at: moment) }
    }

    /// What the account has used in the day or month that the clock is in, counts in memory included.
    public func usage() async throws(KVError) -> KVUsage {
        let moment = now()
        let period = BudgetPeriod(budget.plan.granularity, containing: moment)
        let counters = try withLedger { ledger, reader throws(KVError) in try ledger.counters(of: period, reader) }
        let hours = try await hourTallies(from: period.start, through: moment)
        return KVUsage(
            plan: budget.plan,
            period: period,
            spending: Dictionary(
                uniqueKeysWithValues: BudgetKind.allCases.map { kind in
                    let spending = KVSpending(
                        used: counters.used[kind] ?? 0,
                        refused: counters.refused[kind] ?? 0,
                        limit: budget.limit(of: kind)
                    )
                    return (kind, spending)
                }
            ),
            saved: [
                .unchanged: hours.reduce(0) { $0 + $1.savedUnchanged },
                .absent: hours.reduce(0) { $0 + $1.savedAbsent },
            ]
        )
    }

    /// The tallies of the hours between two moments, both hours included, oldest first; hours in which nothing
    /// happened are there as well. At most ``HourTally/hoursKept`` hours back from the second moment.
    public func hourTallies(from first: Date, through last: Date) async throws(KVError) -> [HourTally] {
        let end = HourTally.index(containing: last)
        let begin = max(HourTally.index(containing: first), end - HourTally.hoursKept)
        guard begin <= end else { return [] }
        return try withLedger { ledger, reader throws(KVError) in
            var tallies: [HourTally] = []
            for index in begin...end { tallies.append(try ledger.hour(index, reader)) }
            return tallies
        }
    }

    /// What was used of each kind in the days or months between two moments, oldest first.
    public func history(
        _ granularity: BudgetPeriod.Granularity,
        from first: Date,
        through last: Date
    ) async throws(KVError) -> [PeriodTally] {
        let begin = BudgetPeriod(granularity, containing: first).index
        let end = BudgetPeriod(granularity, containing: last).index
        guard begin <= end else { return [] }
        return try withLedger { ledger, reader throws(KVError) in
            var tallies: [PeriodTally] = []
            for index in begin...end {
                let period = BudgetPeriod(granularity, index: index)
                let counters = try ledger.recordedCounters(of: period, reader)
                tallies.append(PeriodTally(period: period, used: counters.used, refused: counters.refused))
            }
            return tallies
        }
    }

    /// A ledger over a snapshot, with the counts in memory entered; what it changes is not kept.
    private func withLedger<Result>(
        _ body: (inout BudgetLedger, any KVEngineReader) throws(KVError) -> Result
    ) throws(KVError) -> Result {
        try engine.read { reader in
            Swift.Result { () throws(KVError) in
                var ledger = BudgetLedger(budget: budget)
                try groupCommit.pendingCounts.enter(into: &ledger, reader)
                return try body(&ledger, reader)
            }
        }.get()
    }

    /// Writes the counts that are in memory, if there are any.
    func flushCounts() async throws(KVError) {
        guard !groupCommit.pendingCounts.isEmpty else { return }
        try await commit { _ throws(KVError) in }
    }
}
