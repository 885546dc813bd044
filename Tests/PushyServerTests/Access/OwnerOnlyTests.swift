import PushyServer
import Testing

@Suite("What is the owner's")
struct OwnerOnlyTests {
    private static let id = "019ad0c2-7d10-7c6f-9a55-0f3b0c9d1e2a"

    @Test("is not shown to strangers, nor to holders of the app's key")
    func reading() async throws {
        let cases: [String] = [
            "/admin/broadcasts", "/admin/broadcasts/\(Self.id)", "/admin/broadcasts/\(Self.id)/events", "/admin/tokens",
            "/admin/tokens/count", "/admin/tokens/export", "/admin/quota", "/admin/devices", "/admin/keys", "/metrics",
            "/admin/devices/abcdef-0123456789abcdef", "/admin/devices/abcdef-0123456789abcdef/remove",
            "/admin/apps", "/admin/apps/default", "/admin/apps/default/sends", "/admin/apps/default/devices",
            "/admin/apps/default/message", "/admin/apps/default/rotate-key", "/admin/apps/default/delete",
            "/admin/broadcasts/\(Self.id)/cancel",
        ]
        try await ServiceBench.run { bench in
            for target in cases {
                // Wrong keys are limited.
                bench.moment.advance(by: 60)
                let stranger = try await bench.client.send("GET", target)
                #expect(stranger.status == 401)
                #expect(stranger.headers["WWW-Authenticate"] == #"Bearer realm="Pushy""#)
                let headers = ["X-App-Key": ServiceBench.appKey, "Authorization": "Bearer \(ServiceBench.appKey)"]
                #expect(try await bench.client.send("GET", target, headers: headers).status == 401)
            }
        }
    }

    @Test("is not changed by them either")
    func changing() async throws {
        let cases: [String] = [
            "/admin/broadcasts", "/admin/compose", "/admin/logout", "/admin/broadcasts/\(Self.id)/cancel",
            "/admin/devices", "/admin/devices/abcdef-0123456789abcdef/remove", "/admin/keys/check",
            "/admin/apps", "/admin/apps/default", "/admin/apps/default/rotate-key", "/admin/apps/default/delete",
            "/admin/apps/default/credentials/vapid", "/admin/apps/default/message", "/admin/apps/default/broadcasts",
        ]
        try await ServiceBench.run { bench in
            for target in cases {
                bench.moment.advance(by: 60)
                let stranger = try await bench.client.send("POST", target, body: "title=Hello")
                #expect(stranger.status == 401)
                let headers = ["Authorization": "Bearer \(ServiceBench.appKey)", "Content-Type": "application/json"]
                let body = #"{"title": "Hello"}"#
                #expect(try await bench.client.send("POST", target, headers: headers, body: body).status == 401)
            }
        }
    }
}
