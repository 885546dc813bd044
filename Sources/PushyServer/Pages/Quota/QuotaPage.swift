import Foundation
import PushyCore

/// The page of the budget: what is spent and saved, what came in the last 48 hours and 30 days, where it leads, and what
/// another plan would change.
struct QuotaPage: Sendable {
    let report: QuotaReport
    /// Which budgets refuse once they are spent.
    let enforced: Set<BudgetKind>

    func page(in frame: PageFrame) -> Page {
        let spikes = NumberedSpike.all(of: report)
        let words = QuotaWords(report: report, isEnforced: enforced.contains(.writes))
        let content = Self.template.render([
            "plan": .text(words.plan),
            "resets": .text(report.usage.resetsAt.worded), "resetsMoment": .text(report.usage.resetsAt.rfc3339),
            "ongoing": words.ongoingSpike.map(TemplateValue.text),
            "budgets": .list(budgets),
            "forecast": .text(words.forecast),
            "alerts": .list(words.alerts),
            "period": .text(report.usage.period.granularity == .day ? "today" : "this month"),
            "unchanged": .text((report.usage.saved[.unchanged] ?? 0).grouped),
            "absent": .text((report.usage.saved[.absent] ?? 0).grouped),
            "charts": .list([hours(spikes), days(spikes)]),
            "spikes": .list(spikes.reversed().map(\.scope)),
            "outlook": .list(words.outlook.map { ["sentence": .text($0)] }),
        ])
        var page = Page("Quota", content)
        page.frame = frame
        page.section = .quota
        return page
    }

    private static let template = Template(PackageResources.quota_html)
}

extension QuotaPage {
    private var budgets: [TemplateScope] {
        [BudgetKind.writes, .deletes, .reads, .lists].compactMap { kind in
            report.usage.spending[kind].map { scope(of: kind, $0) }
        }
    }

    private func scope(of kind: BudgetKind, _ spending: KVSpending) -> TemplateScope {
        let refused = spending.refused == 0 ? nil : "\(spending.refused.grouped) refused"
        return [
            "name": .text(kind.rawValue.capitalized),
            "used": .text(String(min(spending.used, spending.limit ?? 0))),
            "most": spending.limit.map { .text(String(max(1, $0))) },
            "words": .text(
                spending.limit.map { "\(spending.used.grouped) of \($0.grouped)" }
                    ?? "\(spending.used.grouped), no limit"
            ),
            "left": spending.remaining.map { .text("\($0.grouped) left") },
            "refused": refused.map(TemplateValue.text),
            "isSpent": .flag(spending.remaining == 0),
            "countsOnly": .flag(spending.limit != nil && !enforced.contains(kind)),
        ]
    }

    private func hours(_ spikes: [NumberedSpike]) -> TemplateScope {
        let columns = report.hours.map { hour in
            QuotaChart.Column(start: hour.start, activity: hour.activity, label: hour.start.hourLabel)
        }
        let chart = QuotaChart(
            columns: columns,
            end: report.hours.last.map { $0.start + 3600 } ?? report.moment,
            spikes: spikes
        )
        let rows = report.hours.map { (time: $0.start.dayAndHour, activity: $0.activity) }
        return scope(of: chart, id: "hours", title: "The last 48 hours", unit: "Hour, UTC", rows: rows)
    }

    private func days(_ spikes: [NumberedSpike]) -> TemplateScope {
        let columns = report.days.enumerated().map { place, day in
            let label = QuotaChart.Label(text: day.period.start.day, isImportant: (place + 1).isMultiple(of: 10))
            return QuotaChart.Column(
                start: day.period.start,
                activity: day.activity,
                label: (place + 1).isMultiple(of: 5) ? label : nil
            )
        }
        var chart = QuotaChart(columns: columns, end: report.days.last?.period.end ?? report.moment, spikes: spikes)
        if report.usage.period.granularity == .day, let limit = report.usage.spending[.writes]?.limit {
            chart.limit = QuotaChart.Limit(writes: limit, name: "A day's budget")
        }
        let rows = report.days.map { (time: $0.period.start.day, activity: $0.activity) }
        return scope(of: chart, id: "days", title: "The last 30 days", unit: "Day, UTC", rows: rows)
    }

    private func scope(
        of chart: QuotaChart,
        id: String,
        title: String,
        unit: String,
        rows: [(time: String, activity: QuotaActivity)]
    ) -> TemplateScope {
        let rows = rows.filter { !$0.activity.isEmpty }.map { row -> TemplateScope in
            let counts = row.activity
            let numbers = [counts.writes, counts.new, counts.changed, counts.unchanged, counts.removed, counts.refused]
            return ["time": .text(row.time), "numbers": .list(numbers.map { ["number": .text($0.grouped)] })]
        }
        let scope: TemplateScope = [
            "id": .text(id), "title": .text(title), "unit": .text(unit), "isDrawn": .flag(!chart.isEmpty),
            "rows": .list(rows), "hasRows": .flag(!rows.isEmpty),
        ]
        return chart.isEmpty ? scope : scope.with(chart.scope)
    }
}

extension QuotaActivity {
    fileprivate var isEmpty: Bool { writes + removed + refused == 0 }
}

extension Date {
    /// Every six hours, and the day at its beginning.
    fileprivate var hourLabel: QuotaChart.Label? {
        let hour = Int(timeIntervalSince1970 / 3600) % 24
        guard hour.isMultiple(of: 6) else { return nil }
        return QuotaChart.Label(text: hour == 0 ? day : clock, isImportant: hour.isMultiple(of: 12))
    }

    /// `30 Nov`, in UTC.
    fileprivate var day: String { worded.split(separator: " ").prefix(2).joined(separator: " ") }

    /// `05:00`, in UTC.
    var clock: String { String(rfc3339.dropFirst(11).prefix(5)) }

    fileprivate var dayAndHour: String { "\(day), \(clock)" }
}
