import PushyCore

/// How far a broadcast is, in words or as a bar.
struct SendingProgress: Sendable {
    let recipients: Int
    let tally: Tally
    /// Since the first look.
    let elapsed: Duration
    /// Dealt with since the first look.
    let progress: Int

    private static let cellCount = 24

    /// The state in words: how many are dealt with, and what is out of the ordinary.
    var line: String {
        let exceptions = [
            ("removed", tally.removed), ("kept", tally.kept), ("pending", tally.pending),
            ("rejected", tally.rejectedCount), ("failed", tally.failedCount),
        ]
        .filter { $0.1 > 0 }
        .map { ", \($0.0) \($0.1.grouped)" }
        return "\(tally.total.grouped) of \(recipients.grouped): accepted \(tally.accepted.grouped)"
            + exceptions.joined()
    }

    /// The state as a line that redraws itself, with rate and time left.
    var bar: String {
        let share = recipients == 0 ? 1 : min(1, Double(tally.total) / Double(recipients))
        let filled = Int(share * Double(Self.cellCount))
        let cells = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.cellCount - filled)
        return "[\(cells)] \(Int(share * 100)) %  \(line)" + (pace.map { "  \($0)" } ?? "")
    }

    private var pace: String? {
        let seconds = elapsed / .seconds(1)
        guard seconds >= 0.5, progress > 0 else { return nil }
        let perSecond = Double(progress) / seconds
        let remaining = Double(max(0, recipients - tally.total)) / perSecond
        return "\(Int(perSecond).grouped)/s, \(Int(remaining.rounded(.up)).grouped) s left"
    }
}

extension Tally {
    var rejectedCount: Int { rejected.values.reduce(0, +) }
    var failedCount: Int { failed.values.reduce(0, +) }
}
