import APNs
import Foundation
import WorkersKV

extension QuotaReport {
    /// The report as `GET /admin/quota` answers it. Moments are RFC 3339 in UTC; what has no limit is null.
    public var json: JSONValue {
        var object = JSONObject()
        object["plan"] = .string(usage.plan.rawValue)
        object[usage.period.granularity.rawValue] = .string(usage.period.description)
        object["resetsAt"] = .moment(usage.resetsAt)
        for kind in [BudgetKind.writes, .deletes, .reads, .lists] {
            object[kind.rawValue] = usage.spending[kind]?.json
        }
        object["saved"] = [
            "unchanged": .integer(usage.saved[.unchanged] ?? 0), "absent": .integer(usage.saved[.absent] ?? 0),
        ]
        object["hours"] = .array(hours.map { $0.activity.json("hour", .moment($0.start)) })
        object["days"] = .array(days.map { $0.activity.json("day", .string($0.period.description)) })
        object["spikes"] = .array(spikes.map(\.json))
        object["forecast"] = ["exhaustedAt": exhaustedAt.map { .moment($0) } ?? .null]
        object["alerts"] = .array(alerts.map(\.json))
        return .object(object)
    }
}

extension KVSpending {
    fileprivate var json: JSONValue {
        [
            "used": .integer(used),
            "limit": limit.map { .integer($0) } ?? .null,
            "remaining": remaining.map { .integer($0) } ?? .null,
            "refused": .integer(refused),
        ]
    }
}

extension QuotaActivity {
    fileprivate func json(_ name: String, _ time: JSONValue) -> JSONValue {
        var object = JSONObject()
        object[name] = time
        object["writes"] = .integer(writes)
        object["new"] = .integer(new)
        object["changed"] = .integer(changed)
        object["unchanged"] = .integer(unchanged)
        object["removed"] = .integer(removed)
        object["refused"] = .integer(refused)
        return .object(object)
    }
}

extension Spike {
    var json: JSONValue {
        [
            "from": .moment(from), "to": .moment(to), "writes": .integer(writes), "baseline": .integer(baseline),
            "kind": .string(kind.rawValue), "new": .integer(new), "changed": .integer(changed),
        ]
    }
}

extension QuotaAlert {
    var json: JSONValue {
        ["at": .moment(at), "percent": .integer(percent.rawValue), "kind": .string(kind.rawValue)]
    }
}

extension JSONValue {
    /// A moment by RFC 3339, in UTC, to the second.
    static func moment(_ date: Date) -> JSONValue { .string(date.formatted(.iso8601)) }
}
