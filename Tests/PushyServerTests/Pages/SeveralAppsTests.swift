import PushyServer
import Testing

@Suite("Pages once there are several apps")
struct SeveralAppsTests {
    @Test("say on the home page and before a broadcast whose devices they mean, and lead to the apps")
    func naming() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            try await bench.register(2)
            let alone = try await browser.get("/admin").body
            #expect(alone.contains(">New notification</h2>") && alone.contains(">Devices</h2>"))
            #expect(!alone.contains(#"href="/admin/apps""#))
            #expect(try await browser.get("/admin/apps").body.contains(#"href="/admin/keys" aria-current="page""#))

            _ = try await bench.app("atlas")
            let home = try await browser.get("/admin").body
            #expect(home.contains("New notification to Apple devices of <bdi>default</bdi></h2>"))
            #expect(home.contains("Devices of <bdi>default</bdi></h2>"))
            #expect(home.contains(#"<a href="/admin/apps">Apps</a>"#))
            #expect(try await browser.get("/admin/apps").body.contains(#"href="/admin/apps" aria-current="page""#))
            let fields = try await browser.get("/admin").inputs.map { ($0.key, $0.value) }
            let written = fields + [("title", "Sale"), ("environment", "production"), ("audience", "all")]
            let review = try await browser.post("/admin/broadcasts", written).body
            #expect(review.contains("Send to 2 devices of default in production?"))
        }
    }

    @Test("ask to make the API key that an app does not have yet")
    func missingKey() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            #expect(try await browser.get("/admin/apps/default").body.contains("Make an API key …"))
        }
    }
}
