import Foundation
import PushyCore

extension TokenCounts {
    /// The devices of each kind.
    var scope: TemplateScope {
        [
            "all": .text(all.grouped), "pro": .text(pro.grouped), "free": .text(free.grouped),
            "production": .text(production.grouped), "sandbox": .text(sandbox.grouped),
            "unspecified": .text(unspecified.grouped), "isEmpty": .flag(all == 0),
            "hasUnspecified": .flag(unspecified > 0),
        ]
    }
}

extension QuotaReport {
    /// The budget of writes, and the spike that is under way.
    var scope: TemplateScope {
        let writes = usage.spending[.writes]
        let left = writes?.remaining ?? 0
        return [
            "period": .text(usage.period.granularity == .day ? "today" : "this month"),
            "used": .text((writes?.used ?? 0).grouped),
            "usedNumber": .text(String(writes?.used ?? 0)),
            "limit": (writes?.limit).map { .text($0.grouped) },
            "limitNumber": (writes?.limit).map { .text(String(max(1, $0))) },
            "left": .text(left.grouped),
            "isShort": .flag(left * 10 < writes?.limit ?? 0),
            "refused": (writes?.refused).flatMap { $0 == 0 ? nil : .text($0.grouped) },
            "resetMoment": .text(usage.resetsAt.rfc3339),
            "reset": .text(usage.resetsAt.worded),
            "spike": spikes.last.flatMap { $0.isOngoing ? .text($0.words + outlook) : nil },
            "spikeAdvice": spikes.last.map { .text($0.advice) },
        ]
    }

    /// Where a spike leads.
    private var outlook: String {
        let period = usage.period.granularity.rawValue
        guard let remaining = usage.spending[.writes]?.remaining else { return "." }
        if remaining == 0 { return ": the \(period)'s budget is spent until \(moment(usage.resetsAt))." }
        guard let exhaustedAt else { return ": at this rate the \(period)'s budget lasts." }
        return ": at this rate the \(period)'s budget ends at \(moment(exhaustedAt))."
    }

    private func moment(_ moment: Date) -> String {
        usage.period.granularity == .day ? moment.wordedTime : moment.worded
    }
}

extension Spike {
    /// `812 writes in 40 minutes, mostly new devices`.
    fileprivate var words: String {
        let minutes = max(1, Int(to.timeIntervalSince(from) / 60))
        let span = minutes == 1 ? "a minute" : minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
        let who = kind == .rollout ? "mostly new devices" : "mostly devices that were known"
        return "\(writes.grouped) writes in \(span), \(who)"
    }

    fileprivate var advice: String {
        switch kind {
        case .rollout: "A release reaches its users. Pause its phased rollout if the budget is to last."
        case .churn: "See whether the app forgets to compare before it registers."
        }
    }
}
