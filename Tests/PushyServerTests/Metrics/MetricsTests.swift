import PushyServer
import Testing

@Suite("The metrics")
struct MetricsTests {
    /// A channel that has something to tell.
    private struct MeasuredChannel: PushChannel {
        let answer: @Sendable (APNsDelivery) -> APNsOutcome

        func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
            deliveries.map(answer)
        }

        func statistics() async -> APNsStatistics {
            var view = APNsStatistics()
            view.openConnections = 2
            view.window = 2_000
            view.reconnects = 1
            view.retries = 4
            view.answers = [200: 5, 410: 1]
            view.latencyCounts = Array(repeating: 1, count: APNsStatistics.latencyBounds.count + 1)
            view.latencySum = .milliseconds(12_500)
            view.providerTokenAge = 61.5
            return view
        }
    }

    private func metrics(of bench: ServiceBench) async throws -> Exposition {
        let answer = try await bench.owner("GET", "/metrics")
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        return try Exposition(answer.body)
    }

    @Test("are well formed while nothing has happened yet, and leave out what has no number")
    func fresh() async throws {
        try await ServiceBench.run { bench in
            let metrics = try await metrics(of: bench)
            #expect(metrics.value("pushy_notifications_total", ["outcome": "accepted"]) == 0)
            #expect(metrics.value("pushy_broadcasts", ["state": "running"]) == 0)
            #expect(metrics.families["pushy_notifications_rejected_total"] == nil)
            #expect(metrics.families["pushy_apns_request_duration_seconds"] == nil)
            #expect(metrics.families["pushy_apns_provider_token_age_seconds"] == nil)
        }
    }

    @Test("are there without a configured APNs, for the store")
    func unconfigured() async throws {
        try await ServiceBench.run(channel: nil) { bench in
            let metrics = try await metrics(of: bench)
            #expect(metrics.value("pushy_store_size_bytes").map { $0 > 0 } == true)
            #expect(metrics.families.keys.allSatisfy { !$0.hasPrefix("pushy_apns") })
        }
    }

    @Test("count what registrations came to, and say what is left of the budget")
    func registrations() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free)) { bench in
            for _ in 0..<2 { _ = try await bench.tokens(#"{"token": "abcdef0123456789", "pro": true}"#) }
            _ = try await bench.tokens("nothing")
            let metrics = try await metrics(of: bench)
            #expect(metrics.value("pushy_registrations_total", ["status": "registered"]) == 1)
            #expect(metrics.value("pushy_registrations_total", ["status": "unchanged"]) == 1)
            #expect(metrics.value("pushy_registration_refusals_total", ["code": "400"]) == 1)
            #expect(metrics.value("pushy_kv_budget_used", ["kind": "writes"]) == 1)
            #expect(metrics.value("pushy_kv_budget_limit", ["kind": "writes"]) == 1_000)
            #expect(metrics.value("pushy_kv_budget_reset_timestamp_seconds") == 1_796_083_200)
        }
    }

    @Test("count notifications by outcome and by reason, whatever a server says for a reason")
    func notifications() async throws {
        let strange = "Odd \"reason\"\nwith \\ in it"
        let channel = MeasuredChannel { delivery in
            switch delivery.token.hex.last {
            case "1": .rejected(status: 400, reason: "BadDeviceToken")
            case "2": .rejected(status: 400, reason: APNsReason(rawValue: strange))
            case "3": .failed(.deadline(.seconds(30)))
            default: .accepted
            }
        }
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(32)
            let created = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            guard case .string(let id)? = try created.json["id"] else { throw WebClient.Unreadable() }
            let broadcast = try await bench.outcome(of: id)
            let metrics = try await metrics(of: bench)
            #expect(metrics.value("pushy_notifications_total", ["outcome": "accepted"]) == 26)
            #expect(metrics.value("pushy_notifications_total", ["outcome": "rejected"]) == 4)
            #expect(metrics.value("pushy_notifications_rejected_total", ["reason": "BadDeviceToken"]) == 2)
            #expect(metrics.value("pushy_notifications_rejected_total", ["reason": strange]) == 2)
            let cause = try #require(broadcast.tally.failed.keys.first)
            #expect(metrics.value("pushy_notifications_failed_total", ["cause": cause]) == 2)
        }
    }

    @Test("count the deletions that wait for the budget, by app")
    func pendingDeletions() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free, overrides: [.deletes: 0])) { bench in
            try await bench.register(3)
            #expect(try await metrics(of: bench).value("pushy_pending_deletions", ["app": "default"]) == 0)
            for number in 0..<2 { #expect(try await bench.service.registry.discard(.numbered(number)) == .pending) }
            #expect(try await metrics(of: bench).value("pushy_pending_deletions", ["app": "default"]) == 2)
        }
    }

    @Test("count the broadcasts by state: those that stand, and those that ended")
    func broadcasts() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(1)
            let created = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            guard case .string(let id)? = try created.json["id"] else { throw WebClient.Unreadable() }
            _ = try await bench.outcome(of: id)
            let later = #"{"body": "Later", "scheduledAt": "2026-12-24T09:00:00Z"}"#
            _ = try await bench.owner("POST", "/admin/broadcasts", json: later)
            await bench.service.broadcasts.stop()
            let metrics = try await metrics(of: bench)
            #expect(metrics.value("pushy_broadcasts", ["state": "scheduled"]) == 1)
            #expect(metrics.value("pushy_broadcasts_ended_total", ["state": "done"]) == 1)
        }
    }

    @Test("show the connections to APNs of each environment, and how long its answers take")
    func connections() async throws {
        try await ServiceBench.run(channel: MeasuredChannel { _ in .accepted }) { bench in
            let metrics = try await metrics(of: bench)
            let production = ["environment": "production"]
            #expect(metrics.value("pushy_apns_open_connections", production) == 2)
            #expect(metrics.value("pushy_apns_request_window", production) == 2_000)
            #expect(metrics.value("pushy_apns_reconnects_total", production) == 1)
            #expect(metrics.value("pushy_apns_retries_total", ["environment": "sandbox"]) == 4)
            #expect(metrics.value("pushy_apns_answers_total", ["environment": "sandbox", "code": "410"]) == 1)
            #expect(metrics.value("pushy_apns_provider_token_age_seconds") == 61.5)
            let duration = "pushy_apns_request_duration_seconds"
            #expect(metrics.value("\(duration)_bucket", ["environment": "production", "le": "0.005"]) == 3)
            #expect(metrics.value("\(duration)_sum", production) == 12.5)
            #expect(metrics.value("\(duration)_count", production) == 15)
        }
    }
}
