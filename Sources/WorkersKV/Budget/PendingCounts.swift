import Foundation

/// Counts that change nothing in the store but themselves, held in memory until the next commit carries them.
///
/// A read that may not be refused would otherwise cost a flush of the disk. What a crash loses is the reads, lists
/// and savings since the last commit, at most half a minute's; writes, deletes and enforced kinds are never here.
struct PendingCounts: Sendable {
    private var charges: [Key: Int] = [:]
    private var savings: [SavingKey: Int] = [:]

    private struct Key: Hashable {
        let kind: BudgetKind
        let hour: Int
    }

    private struct SavingKey: Hashable {
        let saving: KVSaving
        let hour: Int
    }

    var isEmpty: Bool { charges.isEmpty && savings.isEmpty }

    mutating func add(_ kind: BudgetKind, _ count: Int, at moment: Date) {
        charges[Key(kind: kind, hour: HourTally.index(containing: moment)), default: 0] += count
    }

    mutating func add(_ saving: KVSaving, _ count: Int, at moment: Date) {
        savings[SavingKey(saving: saving, hour: HourTally.index(containing: moment)), default: 0] += count
    }

    /// Puts back what a failed commit did not carry.
    mutating func add(_ other: PendingCounts) {
        charges.merge(other.charges, uniquingKeysWith: +)
        savings.merge(other.savings, uniquingKeysWith: +)
    }

    /// Enters everything into a ledger, under the hours in which it happened.
    func enter(into ledger: inout BudgetLedger, _ reader: any KVEngineReader) throws(KVError) {
        for (key, count) in charges.sorted(by: { $0.key.hour < $1.key.hour }) {
            try ledger.add(key.kind, count, at: HourTally(index: key.hour).start, reader)
        }
        for (key, count) in savings {
            try ledger.tally(at: HourTally(index: key.hour).start, reader) { $0.countSaved(key.saving, count) }
        }
    }
}
