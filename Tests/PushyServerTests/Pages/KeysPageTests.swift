import PushyServer
import Synchronization
import Testing

@Suite("The page of keys")
struct KeysPageTests {
    /// Counts how often it is asked.
    private final class Asked: Sendable {
        private let count = Mutex(0)
        var times: Int { count.withLock { $0 } }
        func note() { count.withLock { $0 += 1 } }
    }

    private func configuration(_ asked: Asked = Asked()) -> PushyService.Configuration {
        var configuration = PushyService.Configuration.usual
        configuration.check = SendingCheck(
            credentials: [Finding(verdict: .wrong, subject: "topic", sentence: "It is missing: set PUSHY_APNS_TOPIC.")],
            endpoints: [:],
            probe: { environment in
                asked.note()
                return environment == .production ? .accepted : .failed(.notReachable("Nobody listens."))
            }
        )
        return configuration
    }

    @Test("shows what the check found once it was run, with the mend")
    func check() async throws {
        try await ServiceBench.run(configuration()) { bench in
            let browser = try await bench.logIn()
            let before = try await browser.get("/admin/keys")
            #expect(before.body.contains("It reaches no device."))
            let answer = try await browser.post("/admin/keys/check", [("formToken", try await browser.formToken())])
            #expect(answer.headers["Location"] == "/admin/keys")
            let after = try await browser.get("/admin/keys").body
            #expect(after.contains("2 of 4 things are wrong: mend them from the top."))
            #expect(after.contains("It is missing: set PUSHY_APNS_TOPIC."))
            #expect(after.contains("https://api.push.apple.com accepts key, team and topic"))
            #expect(after.contains("https://api.sandbox.push.apple.com: Nobody listens."))
        }
    }

    @Test("does not ask APNs again at once")
    func sparing() async throws {
        let asked = Asked()
        try await ServiceBench.run(configuration(asked)) { bench in
            let browser = try await bench.logIn()
            let form = [("formToken", try await browser.formToken())]
            for _ in 0..<3 { _ = try await browser.post("/admin/keys/check", form) }
            #expect(asked.times == 2)
            bench.moment.advance(by: 30)
            _ = try await browser.post("/admin/keys/check", form)
            #expect(asked.times == 4)
        }
    }

    @Test("says when the provider token was made, or that there is none")
    func providerToken() async throws {
        struct Aged: PushChannel {
            func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
                deliveries.map { _ in .accepted }
            }
            func statistics() async -> APNsStatistics {
                var view = APNsStatistics()
                view.providerTokenAge = 125
                return view
            }
        }
        try await ServiceBench.run(channel: Aged()) { bench in
            let page = try await bench.logIn().get("/admin/keys").body
            #expect(
                page.contains(#"<time datetime="2026-11-30T04:57:55Z">30 Nov 2026, 04:57 UTC</time>, 2 min 5 s ago"#)
            )
        }
        try await ServiceBench.run { bench in
            let page = try await bench.logIn().get("/admin/keys").body
            #expect(page.contains("None was made yet"))
        }
        try await ServiceBench.run(channel: nil) { bench in
            let page = try await bench.logIn().get("/admin/keys").body
            #expect(page.contains("because APNs is not configured"))
        }
    }

    @Test("says until when the session lasts, and what is configured")
    func session() async throws {
        var configuration = PushyService.Configuration.usual
        let setting = SettingGroup.Setting(name: "PUSHY_X", meaning: "What it is.", value: "set", isGiven: true)
        configuration.settings = [SettingGroup(title: "Some", settings: [setting])]
        try await ServiceBench.run(configuration) { bench in
            let page = try await bench.logIn().get("/admin/keys").body
            #expect(page.contains(#"It ends <time datetime="2026-11-30T17:00:00Z">"#))
            #expect(page.contains("<code>PUSHY_X</code><br>What it is."))
            #expect(!page.contains("Check"))
        }
    }
}
