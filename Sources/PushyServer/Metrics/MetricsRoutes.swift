import HTTPServer
import PushyCore

/// `/metrics`: what the service did since its start and how it stands, for Prometheus.
struct MetricsRoutes: Sendable {
    let store: KVStore
    let broadcasts: Broadcasts
    let sends: Sends
    let apps: Apps
    let spaces: AppSpaces
    let push: PushService?
    let counters: RegistrationCounters

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/metrics", in: &router) { _, _ in
            .bytes(Array(try await text().utf8), contentType: MetricsText.contentType)
        }
    }

    private func text() async throws -> String {
        var metrics = registrations
        metrics += Self.metrics(of: try await store.usage(), byteCount: try store.byteCount())
        metrics.append(Self.pendingDeletions(try await pendingDeletions()))
        metrics += Self.metrics(of: await broadcasts.activity)
        metrics += Self.metrics(of: sends.activity)
        if let push { metrics += Self.metrics(of: await push.statistics()) }
        var text = MetricsText()
        for metric in metrics { text.add(metric) }
        return text.text
    }

    /// The deletions that wait, by app.
    private func pendingDeletions() async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for app in try await apps.all() {
            do throws(KVError) {
                counts[app.id.text] = try await spaces.space(of: app).registry.pendingDeletionCount()
            } catch .unknownNamespace {
                // It was deleted since it was listed.
                continue
            }
        }
        return counts
    }

    private var registrations: [Metric] {
        var calls = Metric(
            .counter,
            "pushy_registrations_total",
            "Calls to /tokens and /devices that were carried out, by what they came to."
        )
        calls.add(counters.statuses, by: "status")
        var refusals = Metric(
            .counter,
            "pushy_registration_refusals_total",
            "Calls to /tokens and /devices that were refused, by HTTP status."
        )
        refusals.add(Dictionary(uniqueKeysWithValues: counters.refusals.map { (String($0), $1) }), by: "code")
        return [calls, refusals]
    }
}
