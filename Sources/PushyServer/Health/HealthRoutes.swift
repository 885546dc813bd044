import HTTPServer
import PushyCore

/// `/healthz` for whoever watches the process, and `/metrics` for Prometheus.
struct HealthRoutes: Sendable {
    let store: KVStore
    let counters: RegistrationCounters

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.addOpen(.get, "/healthz", to: &router) { _ in
            try await store.read { _ in }
            return .json(#"{"status":"ok"}"#)
        }
        owner.show("/metrics", in: &router) { _, _ in
            .bytes(Array(try await metrics().utf8), contentType: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    private func metrics() async throws -> String {
        var text = MetricsText()
        text.add(
            .counter,
            "pushy_registrations_total",
            "Calls to /tokens that were carried out, by what they came to.",
            label: "status",
            counters.statuses
        )
        text.add(
            .counter,
            "pushy_registration_refusals_total",
            "Calls to /tokens that were refused, by HTTP status.",
            label: "code",
            Dictionary(uniqueKeysWithValues: counters.refusals.map { (String($0), $1) })
        )
        let usage = try await store.usage()
        text.add(
            .gauge,
            "pushy_kv_budget_used",
            "Operations of the current budget period.",
            label: "kind",
            usage.numbers { $0.used }
        )
        text.add(
            .gauge,
            "pushy_kv_budget_refused",
            "Operations that were refused in the current budget period.",
            label: "kind",
            usage.numbers { $0.refused }
        )
        text.add(
            .gauge,
            "pushy_kv_budget_limit",
            "Operations that the current budget period allows.",
            label: "kind",
            usage.numbers { $0.limit }
        )
        return text.text
    }
}

extension KVUsage {
    /// A number of each kind's budget, by the kind's name; kinds without it are left out.
    fileprivate func numbers(_ number: (KVSpending) -> Int?) -> [String: Int] {
        var numbers: [String: Int] = [:]
        for (kind, spent) in spending { numbers[kind.rawValue] = number(spent) }
        return numbers
    }
}
