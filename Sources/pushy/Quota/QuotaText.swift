import Foundation
import PushyCore
import WorkersKV

/// The quota report for a person at a terminal.
struct QuotaText: Sendable {
    let report: QuotaReport
    let style: Style

    /// How bars and charts look.
    enum Style: Sendable {
        /// Unicode blocks and colours.
        case drawn
        /// Letters and digits, for files and pipes.
        case plain
    }

    /// All of it, a line each.
    var lines: [String] {
        [[heading], bars, [saved], [""], chart, [""], spikes, [forecast]].flatMap { $0 }
    }

    private var usage: KVUsage { report.usage }

    private var heading: String {
        "\(usage.plan.rawValue) plan, \(usage.period), resets in \(report.moment.distance(to: usage.resetsAt).inWords)"
    }

    // MARK: Budgets

    private var bars: [String] {
        [BudgetKind.writes, .deletes, .reads, .lists].compactMap { kind in
            usage.spending[kind].map { bar(kind, $0) }
        }
    }

    private func bar(_ kind: BudgetKind, _ spending: KVSpending) -> String {
        let refused = spending.refused == 0 ? "" : ", \(spending.refused.grouped) refused"
        let name = kind.rawValue.padded(to: 8)
        guard let limit = spending.limit else { return "\(name) \(spending.used.grouped), no limit\(refused)" }
        let share = limit == 0 ? 1 : min(1, Double(spending.used) / Double(limit))
        return "\(name) \(Bar(share: share).text(style))  \(spending.used.grouped) of \(limit.grouped)\(refused)"
    }

    private var saved: String {
        let unchanged = usage.saved[.unchanged] ?? 0
        let absent = usage.saved[.absent] ?? 0
        return
            "saved    \(unchanged.grouped) unchanged registrations and \(absent.grouped) absent removals cost no write"
    }

    // MARK: Hours

    private var chart: [String] {
        HourChart(hours: Array(report.hours.suffix(24))).lines(style)
    }

    // MARK: In words

    private var spikes: [String] {
        let shown = report.spikes.suffix(5)
        guard !shown.isEmpty else { return ["no spike in the last four weeks"] }
        return shown.map { spike in
            let end = spike.isOngoing ? "until now, going on" : "until \(spike.to.utcMinute)"
            let usual = "usually \(spike.baseline.grouped) an hour"
            return "\(spike.kind.rawValue.padded(to: 8)) from \(spike.from.utcMinute) \(end): "
                + "\(spike.writes.grouped) writes, \(spike.new.grouped) of them new tokens; \(usual)"
        }
    }

    private var forecast: String {
        let period = usage.period.granularity == .day ? "today's" : "this month's"
        guard let writes = usage.spending[.writes], let remaining = writes.remaining else {
            return "forecast writes have no limit"
        }
        let reset = "\(usage.resetsAt.utcMinute) UTC"
        if remaining == 0 { return "forecast \(period) writes are spent; the next ones come at \(reset)" }
        guard let moment = report.exhaustedAt else {
            return "forecast at this rate \(period) writes last until the reset at \(reset)"
        }
        let distance = report.moment.distance(to: moment).inWords
        return "forecast at this rate \(period) writes are spent at \(moment.utcMinute) UTC, in \(distance); "
            + "registrations are refused from then until \(reset)"
    }
}

extension Date {
    /// `2026-11-30 05:50`, in UTC.
    var utcMinute: String {
        String(formatted(.iso8601).prefix(16)).replacing("T", with: " ")
    }
}

extension TimeInterval {
    /// `3 d 4 h`, `5 h 20 min` or `12 min`.
    fileprivate var inWords: String {
        let minutes = Int((self / 60).rounded(.up))
        if minutes < 60 { return "\(minutes) min" }
        if minutes < 24 * 60 { return "\(minutes / 60) h \(minutes % 60) min" }
        return "\(minutes / (24 * 60)) d \(minutes / 60 % 24) h"
    }
}

extension String {
    /// With spaces up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// With spaces before it up to a width.
    func rightAligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
