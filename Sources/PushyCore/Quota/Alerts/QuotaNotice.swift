import APNs
import Foundation
import WorkersKV

/// Something about the budget that the owner should be told once.
public enum QuotaNotice: Sendable {
    /// A share of the period's writes is spent.
    case alert(QuotaAlert, KVUsage)
    /// A spike has begun.
    case spike(Spike, KVUsage)
}

extension QuotaNotice: CustomStringConvertible {
    /// A sentence for the log: what happened and what to do.
    public var description: String {
        switch self {
        case .alert(let alert, let usage):
            switch alert.percent {
            case .half: "\(spent(alert, usage)); \(Self.whereToLook)."
            case .nine: "\(spent(alert, usage)). Slow a release that is under way, or take the paid plan."
            case .all:
                """
                \(spent(alert, usage)). New registrations are refused until \(usage.resetsAt.formatted(.iso8601)), \
                where the budget is enforced; the apps try again. Slow the release, or take the paid plan.
                """
            }
        case .spike(let spike, _):
            switch spike.kind {
            case .rollout:
                """
                A rollout is under way: \(spike.new) first registrations since \(spike.from.formatted(.iso8601)), where an \
                hour usually brings \(spike.baseline) writes. Pause the phased release if the budget is to last; \
                \(Self.whereToLook).
                """
            case .churn:
                """
                Known tokens are written again and again: \(spike.changed) writes since \
                \(spike.from.formatted(.iso8601)), where an hour usually brings \(spike.baseline). See whether the app \
                forgets to compare before it registers; \(Self.whereToLook).
                """
            }
        }
    }

    private static let whereToLook = "pushy quota shows where it leads"

    private func spent(_ alert: QuotaAlert, _ usage: KVUsage) -> String {
        let writes = usage.spending[.writes]
        let limit = writes?.limit.map(String.init) ?? "any number of"
        return "\(alert.percent.rawValue) % of the \(usage.period.granularity)'s writes are spent: "
            + "\(writes?.used ?? 0) of \(limit)"
    }
}

extension QuotaNotice {
    /// What a webhook is told: the sentence as `text`, as chat services read it, and the facts beside it.
    public var json: JSONValue {
        var object = JSONObject()
        object["text"] = .string(description)
        let usage: KVUsage
        switch self {
        case .alert(let alert, let itsUsage):
            object["alert"] = alert.json
            usage = itsUsage
        case .spike(let spike, let itsUsage):
            object["spike"] = spike.json
            usage = itsUsage
        }
        object["plan"] = .string(usage.plan.rawValue)
        object[usage.period.granularity.rawValue] = .string(usage.period.description)
        object["resetsAt"] = .moment(usage.resetsAt)
        if let writes = usage.spending[.writes] {
            object["used"] = .integer(writes.used)
            object["limit"] = writes.limit.map { .integer($0) } ?? .null
        }
        return .object(object)
    }
}
