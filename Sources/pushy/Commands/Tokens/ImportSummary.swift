import PushyCore

/// What an import came to.
struct ImportSummary: Sendable {
    /// Whether nothing was changed, and it says what would be.
    let isDryRun: Bool
    private var new = 0
    private var changed = 0
    private var unchanged = 0
    private var leftOut = 0
    /// Whether the day's writes have run out.
    private(set) var isBudgetSpent = false

    init(isDryRun: Bool) {
        self.isDryRun = isDryRun
    }

    /// Counts a batch, and reports each pair that is left out.
    mutating func add(_ batch: ImportBatch, _ outcomes: [ImportOutcome], report: (String) -> Void) {
        for (place, fault) in batch.faults {
            leftOut += 1
            report("pair \(place) is left out: \(fault)")
        }
        for (index, outcome) in outcomes.enumerated() {
            switch outcome {
            case .new: new += 1
            case .changed: changed += 1
            case .unchanged: unchanged += 1
            case .refused(.budgetSpent): isBudgetSpent = true
            case .notUnderstood, .refused:
                leftOut += 1
                report("pair \(batch.places[index]) is left out: \(outcome.reason)")
            }
        }
    }

    /// Why the command cannot end well, if it cannot.
    var complaint: Complaint? {
        if isBudgetSpent {
            return .failure(
                "the day's writes are spent: run it again tomorrow, when what is there already costs nothing, or with --outside-budget"
            )
        }
        return leftOut == 0 ? nil : .failure("\(leftOut) pairs are left out: mend them in the file and run it again")
    }
}

extension ImportSummary: CustomStringConvertible {
    var description: String {
        "\(isDryRun ? "would import" : "imported") \(new) new and \(changed) changed tokens; \(unchanged) unchanged, \(leftOut) left out"
    }
}

extension ImportOutcome {
    fileprivate var reason: String {
        switch self {
        case .notUnderstood(let sentence): sentence
        case .refused(let refusal): refusal.description
        case .new, .changed, .unchanged: ""
        }
    }
}
