/// How often each kind was used and refused in one period.
struct BudgetCounters: Hashable, Sendable {
    private(set) var used: [BudgetKind: Int] = [:]
    private(set) var refused: [BudgetKind: Int] = [:]

    mutating func use(_ kind: BudgetKind, _ count: Int) {
        used[kind, default: 0] += count
    }

    mutating func refuse(_ kind: BudgetKind, _ count: Int) {
        refused[kind, default: 0] += count
    }

    /// Makes each use at least what the other counts.
    mutating func raise(to other: BudgetCounters) {
        used.merge(other.used) { max($0, $1) }
    }
}

extension BudgetCounters {
    /// The counts in the order of ``BudgetKind``, the used ones first; a later version may append more.
    var bytes: [UInt8] {
        CounterRow(BudgetKind.allCases.map { used[$0] ?? 0 } + BudgetKind.allCases.map { refused[$0] ?? 0 }).bytes
    }

    init(_ bytes: RawSpan) {
        let row = CounterRow(bytes)
        for (index, kind) in BudgetKind.allCases.enumerated() {
            use(kind, row[index])
            refuse(kind, row[BudgetKind.allCases.count + index])
        }
    }
}
