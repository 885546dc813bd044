import PushyCore

/// What an import comes to.
struct ImportSummary: Sendable {
    private(set) var new = 0
    private(set) var changed = 0
    private var unchanged = 0
    private var newerHere = 0
    private var repeated = 0
    private(set) var leftOut = 0
    /// Whether the budget's writes have run out.
    private(set) var isBudgetSpent = false

    /// How many writes it takes.
    var writes: Int { new + changed }

    /// How many elements of the file have been dealt with.
    var elementCount: Int { new + changed + unchanged + newerHere + repeated + leftOut }

    /// Counts a batch, and says what of it is left out.
    mutating func add(_ batch: ImportBatch, _ outcomes: [ImportOutcome]) -> [ImportReject] {
        var rejects = batch.rejects
        for (index, outcome) in outcomes.enumerated() {
            switch outcome {
            case .new: new += 1
            case .changed: changed += 1
            case .unchanged: unchanged += 1
            case .newerHere: newerHere += 1
            case .refused(.budgetSpent): isBudgetSpent = true
            case .refused(let refusal): rejects.append(batch.reject(tokenAt: index, because: refusal.description))
            }
        }
        repeated += batch.repeatedCount
        leftOut += rejects.count
        return rejects.sorted { $0.element.place < $1.element.place }
    }
}

extension ImportSummary: CustomStringConvertible {
    /// `2 new and 0 changed tokens; 1 unchanged, 0 left out`
    var description: String {
        var parts = ["\(unchanged.grouped) unchanged"]
        if newerHere > 0 { parts.append("\(newerHere.grouped) registered here since") }
        if repeated > 0 { parts.append("\(repeated.grouped) there twice") }
        parts.append("\(leftOut.grouped) left out")
        return "\(new.grouped) new and \(changed.grouped) changed tokens; \(parts.joined(separator: ", "))"
    }
}
