import Foundation
import PushyCore
import WorkersKV

/// What `pushy quota plan` says: the days, whether it fits, and what to do.
struct RolloutText: Sendable {
    let rollout: Rollout
    let plan: KVPlan

    var lines: [String] {
        [[heading, ""], table, [""], [verdict], advice].flatMap { $0 }
    }

    /// The free plan's day; the paid one refuses nothing, it costs.
    private var writesPerDay: Int? { plan == .free ? KVPlan.free.limit(of: .writes) : nil }

    private var course: [Rollout.Day] { rollout.course(writesPerDay: writesPerDay) }

    private var heading: String {
        let opens = Int((rollout.dailyOpens * 100).rounded())
        let budget = writesPerDay.map { "\($0.grouped) writes a day" } ?? "1,000,000 writes a month"
        let others = rollout.otherWrites == 0 ? "" : ", \(rollout.otherWrites.grouped) of them for others"
        return "\(rollout.users.grouped) users on the \(plan.rawValue) plan: \(budget)\(others); "
            + "\(opens) in 100 who have the release open the app on a day"
    }

    // MARK: The days

    private var table: [String] {
        let head = ["day", "released", "registers", "refused", "registered"]
        return rows(head, course)
    }

    private func rows(_ head: [String], _ days: [Rollout.Day]) -> [String] {
        let cells = days.prefix(Self.rowLimit).map { day in
            [
                "\(day.number)", percent(day.released), day.registered.grouped, day.refused.grouped,
                "\(day.registeredSoFar.grouped) (\(percent(Double(day.registeredSoFar) / Double(rollout.users))))",
            ]
        }
        let widths = head.indices.map { column in ([head] + cells).map { $0[column].count }.max() ?? 0 }
        let lines = ([head] + cells).map { row in
            row.indices.map { row[$0].rightAligned(to: widths[$0]) }.joined(separator: "  ")
        }
        let rest = days.count - cells.count
        return rest > 0 ? lines + ["… and \(rest) more days"] : lines
    }

    private static let rowLimit = 40

    // MARK: The verdict

    private var verdict: String {
        let days = course
        let refusals = days.reduce(0) { $0 + $1.refused }
        guard refusals > 0 || (days.last?.registered ?? 0) > 0 else {
            return "It does not fit: the other writes leave nothing of the day's budget."
        }
        let end = end(of: days)
        guard refusals > 0 else { return "It fits: nothing is refused, and \(end)." }
        let refusingDays = days.count { $0.refused > 0 }
        return
            "It does not fit: on \(refusingDays) of these days more would register than the budget carries. Those that "
            + "are refused try again at the next opening; \(end)."
    }

    /// When most are registered.
    private func end(of days: [Rollout.Day]) -> String {
        let most = days.first { Double($0.registeredSoFar) >= 0.95 * Double(rollout.users) }
        guard let most else { return "after \(days.count) days not yet 95 % of the users are registered" }
        return "95 % of the users are registered after \(most.number) days"
    }

    // MARK: What to do

    private var advice: [String] {
        switch plan {
        case .free: course.contains { $0.refused > 0 } ? [pacing, paidPlan] : []
        case .paid, .unlimited: [paidPlan]
        }
    }

    private var pacing: String {
        let budget = KVPlan.free.limit(of: .writes) ?? 0
        let staged = rollout.stages.count > 1
        let paced = Rollout(
            users: rollout.users,
            stages: Rollout.phasedRelease,
            dailyOpens: rollout.dailyOpens,
            otherWrites: rollout.otherWrites
        ).pacedCourse(writesPerDay: budget)
        let holds = Dictionary(grouping: paced.filter(\.isHeld), by: \.released).sorted { $0.key < $1.key }
        let pauses = holds.map { "\($0.value.count) \($0.value.count == 1 ? "day" : "days") at \(percent($0.key))" }
        let heldDays = paced.count { $0.isHeld }
        let begin = staged ? "Stage it: " : "Stage it: release in phases, and "
        let pausing =
            pauses.isEmpty ? "go through the phases without a pause" : "pause \(pauses.joined(separator: ", "))"
        let refusing = paced.count { $0.refused > 0 }
        let refusals =
            refusing == 0
            ? "nothing is refused" : "\(refusing) \(refusing == 1 ? "day still refuses" : "days still refuse") some"
        var sentence = "\(begin)\(pausing). Then \(refusals), and \(end(of: paced))."
        if heldDays > Rollout.pauseLimit || refusing > 0 {
            let days = (rollout.users + budget - 1) / max(1, budget - rollout.otherWrites)
            sentence +=
                " App Store Connect allows \(Rollout.pauseLimit) days of pauses. What phases cannot do the app can: let "
                + "each copy draw one of the next \(days) days at its first start, and register from then on."
        }
        return sentence
    }

    private var paidPlan: String {
        let days = rollout.course(writesPerDay: nil).prefix(30)
        let writes = days.reduce(0) { $0 + $1.registered } + 30 * rollout.otherWrites
        let dollars = String(format: "$%.2f", PaidPlanCost.dollars(writes: writes))
        let start = plan == .free ? "Or take the paid plan for the month" : "The paid plan"
        return
            "\(start): \(dollars) for the first 30 days with their \(writes.grouped) writes (1,000,000 are included); "
            + "nothing is refused, and \(end(of: Array(days)))."
    }

    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
