import PushyServer
import Testing

@Suite("Trying a message in a browser")
struct TrialInABrowserTests {
    private let message = [
        ("title", "Sale"), ("audience", "pro"), ("environment", "production"), ("ratePerSecond", "50"),
        ("trial", "true"),
    ]

    private func form(_ fields: [(String, String)], in browser: Browser) async throws -> [(String, String)] {
        try await browser.get("/admin").inputs.map { ($0.key, $0.value) } + fields
    }

    private func token() throws -> String { try DeviceToken.numbered(4_711).hex }

    @Test("sends it to that one device at once, and leads on to those it is for")
    func wholeWay() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(5)
            let browser = try await bench.logIn()
            let device = [("deviceToken", try token()), ("deviceEnvironment", "sandbox"), ("deviceName", "My phone")]
            let sent = try await browser.post("/admin/broadcasts", form(message + device, in: browser))
            #expect(sent.status == 303)
            let address = try #require(sent.headers["Location"])
            let id = String(address.split(separator: "/").last ?? "")
            let outcome = try await bench.outcome(of: id)
            #expect(outcome.recipients == 1)
            #expect(outcome.draft.selection.environment == .sandbox)
            #expect(channel.deliveries.map(\.token.hex) == [try token()])

            let page = try await browser.get(address).body
            #expect(page.contains("One device, My phone"))
            #expect(page.contains("Go on: pro only in production"))
            let again = try await browser.get("/admin?again=\(id)").body
            for choice in [#"name="audience" value="pro" checked"#, #"name="environment" value="production" checked"#] {
                #expect(again.contains(choice))
            }
            #expect(again.contains(#"name="title" value="Sale""#))
            #expect(again.contains(#"name="ratePerSecond" value="50""#))
        }
    }

    @Test("picks a device that was kept, without showing its token")
    func kept() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            let browser = try await bench.logIn()
            let device = [("deviceToken", try token()), ("deviceName", "My <phone>")]
            let first = try await browser.post("/admin/broadcasts", form(message + device, in: browser))
            #expect(first.status == 303)
            let home = try await browser.get("/admin")
            #expect(home.body.contains("My &lt;phone&gt;"))
            #expect(!home.body.contains(try token()))
            let id = try #require(home.body.firstMatch(of: #/name="device" value="([^"]+)" checked/#)?.output.1)
            let second = try await browser.post(
                "/admin/broadcasts",
                form(message + [("device", String(id))], in: browser)
            )
            let address = try #require(second.headers["Location"])
            _ = try await bench.outcome(of: String(address.split(separator: "/").last ?? ""))
            #expect(channel.deliveries.map(\.token.hex) == [try token(), try token()])

            let forgotten = [("formToken", try await browser.formToken()), ("device", String(id))]
            #expect(try await browser.post("/admin/test-devices/forget", forgotten).status == 303)
            #expect(try await browser.post("/admin/test-devices/forget", forgotten).status == 404)
            let page = try await browser.post(
                "/admin/broadcasts",
                form(message + [("device", String(id))], in: browser)
            )
            #expect(page.status == 400)
            #expect(page.body.contains("This test device was forgotten."))
        }
    }

    @Test("sends once, however often the button is pressed")
    func once() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            let browser = try await bench.logIn()
            let fields = try await form(message + [("deviceToken", try token())], in: browser)
            var addresses: Set<String?> = []
            for _ in 0..<3 { addresses.insert(try await browser.post("/admin/broadcasts", fields).headers["Location"]) }
            #expect(addresses.count == 1)
            let other = fields.filter { $0.0 != "deviceToken" } + [("deviceToken", try DeviceToken.numbered(1).hex)]
            addresses.insert(try await browser.post("/admin/broadcasts", other).headers["Location"])
            #expect(addresses.count == 2)
        }
    }

    @Test("says beside its field what is wrong with the device", arguments: [("", "is empty"), ("xyz", "hexadecimal")])
    func faults(token: String, sentence: String) async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let fields = try await form(message + [("deviceToken", token), ("deviceName", "Kept")], in: browser)
            let page = try await browser.post("/admin/broadcasts", fields)
            #expect(page.status == 400)
            #expect(page.body.contains(#"id="deviceToken-fault""#))
            #expect(page.body.contains(sentence))
            #expect(page.body.contains(#"name="deviceName" value="Kept""#))
        }
    }
}
