import HTTPServer
import PushyCore

/// `/admin/quota`: what the day's or month's budget has come to.
struct QuotaRoutes: Sendable {
    let store: KVStore

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/quota", in: &router) { _, _ in
            .json(JSONValue.object(try await store.usage().json).written())
        }
    }
}

extension KVUsage {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["plan"] = .string(plan.rawValue)
        json[period.granularity.rawValue] = .string(period.description)
        json["resetsAt"] = .string(resetsAt.rfc3339)
        for kind in BudgetKind.allCases { json[kind.rawValue] = spending[kind]?.json }
        json["saved"] = [
            "unchanged": .integer(saved[.unchanged] ?? 0),
            "absent": .integer(saved[.absent] ?? 0),
        ]
        return json
    }
}

extension KVSpending {
    fileprivate var json: JSONValue {
        [
            "used": .integer(used),
            "limit": limit.map(JSONValue.integer) ?? .null,
            "remaining": remaining.map(JSONValue.integer) ?? .null,
            "refused": .integer(refused),
        ]
    }
}
