import PushyServer
import Testing

@Suite("The service's health")
struct HealthTests {
    @Test("is shown to anybody, and a HEAD will do")
    func health() async throws {
        try await ServiceBench.run { bench in
            for method in ["GET", "HEAD"] {
                let answer = try await bench.client.send(method, "/healthz")
                #expect(answer.status == 200)
            }
        }
    }

    @Test("has the budget's numbers in the quota")
    func quota() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free)) { bench in
            for _ in 0..<2 { _ = try await bench.tokens(#"{"token": "abcdef0123456789", "pro": true}"#) }
            let json = try await bench.owner("GET", "/admin/quota").json
            #expect(json["plan"] == "free")
            #expect(json["day"] == "2026-11-30")
            #expect(json["resetsAt"] == "2026-12-01T00:00:00Z")
            #expect(json["writes"] == ["used": 1, "limit": 1000, "remaining": 999, "refused": 0])
            #expect(json["saved"] == ["unchanged": 1, "absent": 0])
        }
    }
}
