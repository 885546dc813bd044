import PushyServer
import Testing

@Suite("Writing a message in a browser")
struct ComposeTests {
    /// The form's own fields as they stand on the page, with what somebody fills in.
    private func form(_ fields: [(String, String)], in browser: Browser) async throws -> [(String, String)] {
        try await browser.get("/admin").inputs.map { ($0.key, $0.value) } + fields
    }

    @Test("shows it as a lock screen would, with the size of its payload")
    func preview() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let fields = try await form([("title", "Half <price>"), ("body", "Until Sunday")], in: browser)
            for target in ["/admin/compose", "/admin/preview"] {
                let page = try await browser.post(target, fields)
                #expect(page.status == 200)
                #expect(
                    page.body.components(separatedBy: #"<p class="title" dir="auto">Half &lt;price&gt;</p>"#).count == 3
                )
                #expect(page.body.contains("64 of 4,096 bytes"))
                #expect(page.body.contains("{&quot;aps&quot;:{&quot;alert&quot;:{&quot;title&quot;:"))
            }
        }
    }

    @Test("shows how much too large it is, and what is wrong, while the rest is shown")
    func faulty() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let large = try await form([("body", String(repeating: "x", count: 4_096))], in: browser)
            let page = try await browser.post("/admin/preview", large)
            #expect(page.body.contains("4,125 of 4,096 bytes: 29 too many"))
            #expect(page.body.contains("<dt>payload</dt>"))
            let wrong = try await form([("body", "Kept"), ("badge", "many")], in: browser)
            let preview = try await browser.post("/admin/preview", wrong).body
            #expect(preview.contains("<dt>badge</dt><dd>It must be a whole number.</dd>"))
            #expect(preview.contains(#"<p class="body" dir="auto">Kept</p>"#))
            #expect(try await browser.post("/admin/compose", wrong).body.contains(#"id="badge-fault""#))
        }
    }

    @Test("takes a time in the owner's zone, and shows it in UTC too")
    func schedule() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(2)
            let browser = try await bench.logIn()
            let time = [("body", "Later"), ("scheduledAt", "2026-12-24T09:00"), ("timeZone", "Europe/Berlin")]
            let both = "24 Dec 2026, 09:00 in Europe/Berlin, which is 24 Dec 2026, 08:00 UTC"
            let fields = try await form(time, in: browser)
            #expect(try await browser.post("/admin/preview", fields).body.contains("Goes out on \(both)."))
            let confirmation = try await browser.post("/admin/broadcasts", fields)
            #expect(confirmation.body.contains(both))
            let sent = try await browser.post("/admin/broadcasts", confirmation.inputs.map { ($0.key, $0.value) })
            let address = try #require(sent.headers["Location"])
            #expect(try await bench.owner("GET", address).json["scheduledAt"] == "2026-12-24T08:00:00Z")
            #expect(try await browser.get(address).body.contains(both))
            #expect(try await browser.get("/admin/broadcasts").body.contains("Goes out on \(both)"))
        }
    }

    @Test("names the recipients and the cost of each choice beside the button")
    func reach() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(3, pro: true, environment: .production)
            try await bench.register(1, from: 10, pro: false, environment: .sandbox)
            try await bench.register(1, from: 20, pro: false, environment: nil)
            let page = try await bench.logIn().get("/admin").body
            #expect(page.contains(#"<strong class="production all">4 devices</strong>"#))
            #expect(page.contains(#"<strong class="production free">1 device</strong>"#))
            #expect(page.contains(#"<strong class="sandbox all">2 devices</strong>"#))
            #expect(page.contains("On Workers this would take 1 list and 5 reads"))
        }
    }

    @Test("says on both pages when nothing can be sent, and offers no button that would")
    func notConfigured() async throws {
        try await ServiceBench.run(channel: nil) { bench in
            try await bench.register(2)
            let browser = try await bench.logIn()
            let home = try await browser.get("/admin").body
            #expect(home.contains("<strong>Nothing can be sent yet.</strong> PUSHY_APNS_KEY is missing."))
            #expect(home.contains(#"<button name="trial" value="true" disabled>"#))
            let confirmation = try await browser.post("/admin/broadcasts", form([("body", "Hello")], in: browser))
            #expect(confirmation.body.contains("Nothing can be sent yet."))
            #expect(!confirmation.body.contains("data-once"))
        }
    }
}
