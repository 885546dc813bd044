import Foundation
import PushyCore

/// What the page of the budget says in sentences.
struct QuotaWords: Sendable {
    let report: QuotaReport
    /// Whether spent writes are refused, or counted alone.
    let isEnforced: Bool

    private var usage: KVUsage { report.usage }
    private var isDaily: Bool { usage.period.granularity == .day }

    var plan: String {
        switch usage.plan {
        case .free: "The free plan of Workers KV"
        case .paid: "The paid plan of Workers KV"
        case .unlimited: "No plan: everything is counted, and nothing is limited"
        }
    }

    /// The spike that is under way, and when it will have spent the budget.
    var ongoingSpike: String? {
        guard let spike = report.spikes.last, spike.isOngoing else { return nil }
        let span = report.moment.timeIntervalSince(spike.from).worded
        let kind = spike.kind == .rollout ? "mostly new devices" : "mostly known devices, written again"
        return "\(spike.writes.grouped) writes in \(span), \(kind)."
    }

    var forecast: String {
        let writes = isDaily ? "today's writes" : "this month's writes"
        guard let spending = usage.spending[.writes], let remaining = spending.remaining else {
            return "There is no limit on writes, so none will be refused."
        }
        let reset = usage.resetsAt.worded
        let consequence = isEnforced ? "new registrations are refused" : "further writes only count"
        if remaining == 0 {
            return "\(writes.capitalisedFirst) are spent: \(consequence) until \(reset)."
                + (isEnforced ? " The apps try again when they are opened next." : "")
        }
        guard let moment = report.exhaustedAt else {
            return "At this rate \(writes) last until the next budget begins."
        }
        let distance = moment.timeIntervalSince(report.moment).worded
        return
            "At this rate \(writes) are spent at \(moment.worded), in \(distance): \(consequence) from then until \(reset)."
    }

    var alerts: [TemplateScope] {
        report.alerts.map {
            ["percent": .text("\($0.percent.rawValue) %"), "at": .text($0.at.worded), "atMoment": .text($0.at.rfc3339)]
        }
    }

    /// What the last 30 days came to, and what they would have on the other plans.
    var outlook: [String] {
        let outlook = report.outlook
        let asked = outlook.writes + outlook.refused
        let came =
            "The last 30 days brought \(outlook.writes.grouped) writes, and \(outlook.refused.grouped) were refused."
        let freeWrites = (KVPlan.free.limit(of: .writes) ?? 0).grouped
        let free =
            switch outlook.daysBeyondFree {
            case 0: "The free plan's \(freeWrites) a day would have been enough on each of them."
            case 1: "On 1 day more was asked for than the free plan's \(freeWrites)."
            default: "On \(outlook.daysBeyondFree) days more was asked for than the free plan's \(freeWrites)."
            }
        let paid =
            "The paid plan counts by the month, \((KVPlan.paid.limit(of: .writes) ?? 0).grouped) writes for "
            + "\(Self.dollars(PaidPlanCost.base)) and \(Self.dollars(PaidPlanCost.perMillionWrites)) for each million more, "
            + "and refuses nothing: these 30 days, with their \(asked.grouped), would have cost "
            + "\(Self.dollars(outlook.paidDollars))."
        return [came, free, paid, Self.mend(for: usage.plan, isNeeded: outlook.daysBeyondFree > 0)].compactMap { $0 }
    }

    private static func dollars(_ amount: Double) -> String {
        let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
        return "$" + amount.formatted(style.precision(.fractionLength(2)))
    }

    private static func mend(for plan: KVPlan, isNeeded: Bool) -> String? {
        switch plan {
        case .free where isNeeded:
            "pushy quota plan says how to stage a release so that the free plan carries it. Here, where the store is "
                + "your own, PUSHY_KV_PLAN=paid or unlimited lifts the limit."
        case .paid, .unlimited, .free: nil
        }
    }
}

extension String {
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
