import PushyServer
import Testing

@Suite("Sending in a browser")
struct SendingInABrowserTests {
    /// Fills the form in as it stands on the page, and presses its button.
    private func review(_ fields: [(String, String)], in browser: Browser) async throws -> WebAnswer {
        let inputs = try await browser.get("/admin").inputs
        return try await browser.post("/admin/broadcasts", inputs.map { ($0.key, $0.value) } + fields)
    }

    @Test("counts first, asks once more with number, environment and audience, and then sends")
    func wholeWay() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(1_204, environment: .production)
            try await bench.register(7, from: 5_000, pro: false, environment: .sandbox)
            let browser = try await bench.logIn()
            let home = try await browser.get("/admin")
            #expect(home.body.contains("<dt>All</dt><dd>1,211</dd>"))
            #expect(home.body.contains("1,204 in production, 0 in sandbox"))

            let choice = [("title", "Sale"), ("audience", "pro"), ("environment", "production"), ("badge", "")]
            let confirmation = try await review(choice, in: browser)
            #expect(confirmation.status == 200)
            #expect(confirmation.body.contains("Send to 1,204 devices in production?"))
            #expect(confirmation.body.contains("<dd>Pro only</dd>"))
            #expect(channel.deliveries.isEmpty)

            let sent = try await browser.post("/admin/broadcasts", confirmation.inputs.map { ($0.key, $0.value) })
            #expect(sent.status == 303)
            let address = try #require(sent.headers["Location"])
            _ = try await bench.outcome(of: String(address.split(separator: "/").last ?? ""))
            let page = try await browser.get(address)
            #expect(page.body.contains(#"<dd id="accepted">1,204</dd>"#))
            #expect(page.body.contains("Every device has been dealt with."))
            #expect(channel.deliveries.count == 1_204)
        }
    }

    @Test("sends once, however often the button is pressed, the page loaded anew or gone back to")
    func once() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(1)
            let browser = try await bench.logIn()
            let form = try await browser.get("/admin").inputs.map { ($0.key, $0.value) } + [("title", "Hello")]
            var addresses: Set<String?> = []
            for _ in 0..<2 {
                let confirmation = try await browser.post("/admin/broadcasts", form).inputs.map { ($0.key, $0.value) }
                for _ in 0..<2 {
                    addresses.insert(try await browser.post("/admin/broadcasts", confirmation).headers["Location"])
                }
            }
            #expect(addresses.count == 1)
            let changed = form.filter { $0.0 != "title" } + [("title", "Hello again")]
            let confirmation = try await browser.post("/admin/broadcasts", changed).inputs.map { ($0.key, $0.value) }
            addresses.insert(try await browser.post("/admin/broadcasts", confirmation).headers["Location"])
            #expect(addresses.count == 2)
        }
    }

    @Test("does not offer to send to nobody")
    func nobody() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let page = try await review([("title", "Hello")], in: browser)
            #expect(page.body.contains("There is nobody to send to"))
            #expect(!page.body.contains("data-once"))
        }
    }

    @Test("finds all that is wrong at once, and nothing that is not")
    func allFaults() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let form = try await browser.get("/admin").inputs.map { ($0.key, $0.value) }
            let wrong = [("badge", "many"), ("data", "{"), ("ratePerSecond", "0"), ("scheduledAt", "2020-01-01T00:00")]
            let page = try await browser.post("/admin/broadcasts", form + wrong)
            #expect(page.status == 400)
            for (field, _) in wrong { #expect(page.body.contains(#"id="\#(field)-fault""#)) }
            #expect(!page.body.contains("There is nothing to show."))
        }
    }

    @Test("says what is wrong beside the field, and keeps what was typed")
    func faults() async throws {
        let cases: [(String, String, String)] = [
            ("badge", "many", "It must be a whole number."),
            ("data", "{screen: 1}", "This is not JSON:"),
            ("image", "http://example.com", "is not an https address"),
            ("timeZone", "Berlin", "There is no time zone"),
            ("expiration", "tomorrow", "It must be a whole number."),
            ("scheduledAt", "tomorrow", "is no moment"),
            ("title", String(repeating: "long ", count: 1_000), "APNs takes at most 4096"),
        ]
        try await ServiceBench.run { bench in
            for (field, value, sentence) in cases {
                let browser = try await bench.logIn()
                let page = try await review([(field, value), ("body", "Kept")], in: browser)
                #expect(page.status == 400)
                #expect(page.body.contains(sentence))
                #expect(page.body.contains("\nKept</textarea>"))
                if field != "title" { #expect(page.body.contains(#"id="\#(field)-fault""#)) }
            }
        }
    }

    @Test("takes each field of the form as the API names it")
    func fields() async throws {
        let fields = [
            ("title", "T"), ("subtitle", "S"), ("body", "B\r\nb"), ("url", "https://example.com"), ("sound", "default"),
            ("badge", "0"), ("image", "https://example.com/a.png"), ("threadId", "t"), ("category", "c"),
            ("interruptionLevel", "time-sensitive"), ("relevanceScore", "0.5"), ("collapseId", "x"),
            ("expiration", "2026-12-24T09:00"), ("priority", "5"), ("data", #"{"a": [1.0]}"#),
            ("audience", "free"), ("environment", "sandbox"), ("ratePerSecond", "10"),
            ("scheduledAt", "2026-12-24T08:00"),
        ]
        try await ServiceBench.run { bench in
            try await bench.register(1, pro: false, environment: .sandbox)
            let browser = try await bench.logIn()
            let inputs = try await browser.get("/admin").inputs
            let control = inputs.filter { $0.key != "dryRun" }.map { ($0.key, $0.value) }
            let sent = try await browser.post("/admin/broadcasts", control + fields)
            let json = try await bench.owner("GET", try #require(sent.headers["Location"])).json
            #expect(json["environment"] == "sandbox")
            #expect(json["audience"] == "free")
            #expect(json["scheduledAt"] == "2026-12-24T08:00:00Z")
            #expect(json["ratePerSecond"] == 10)
            let message: JSONValue = [
                "title": "T", "subtitle": "S", "body": "B\nb", "url": "https://example.com", "sound": "default",
                "badge": 0, "image": "https://example.com/a.png", "threadId": "t", "category": "c",
                "interruptionLevel": "time-sensitive", "relevanceScore": try JSONValue(reading: Array("0.5".utf8)),
                "collapseId": "x", "expiration": 1_798_102_800, "priority": 5,
                "data": try JSONValue(reading: Array(#"{"a":[1.0]}"#.utf8)),
            ]
            #expect(json["message"] == message)
        }
    }

    @Test("goes back to the form as it was filled in, and uses a former message again")
    func again() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(1)
            let browser = try await bench.logIn()
            let confirmation = try await review([("title", "Sale"), ("audience", "pro"), ("badge", "3")], in: browser)
            let fields = confirmation.inputs.map { ($0.key, $0.value) }
            let form = try await browser.post("/admin/compose", fields)
            #expect(form.body.contains(#"name="title" value="Sale""#))
            #expect(form.body.contains(#"name="audience" value="pro" checked"#))
            let address = try #require(try await browser.post("/admin/broadcasts", fields).headers["Location"])
            let id = address.split(separator: "/").last ?? ""
            let again = try await browser.get("/admin?again=\(id)")
            #expect(again.body.contains(#"name="title" value="Sale""#))
            #expect(again.body.contains(#"name="badge" value="3""#))
            #expect(again.inputs["formNonce"] != confirmation.inputs["formNonce"])
        }
    }

    @Test("shows a running broadcast with a page that loads itself again, pauses, resumes and cancels it")
    func progress() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(1)
            let browser = try await bench.logIn()
            let token = try await browser.formToken()
            let body = #"{"title": "Later", "scheduledAt": "2026-12-24T09:00:00Z"}"#
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: body)
            let address = try #require(answer.headers["Location"])
            #expect(try await browser.get(address).body.contains(#"<noscript><meta http-equiv="refresh" content="2">"#))
            for (wish, state) in [("pause", "paused"), ("resume", "scheduled"), ("cancel", "cancelled")] {
                #expect(try await browser.get(address).body.contains(#"="\#(address)/\#(wish)""#))
                if wish == "cancel" {
                    let question = try await browser.get("\(address)/cancel").body
                    #expect(question.contains("Cancel “Later”?"))
                    #expect(question.contains(#"action="\#(address)/cancel""#))
                }
                let answer = try await browser.post("\(address)/\(wish)", [("formToken", token)])
                #expect(answer.status == 303)
                #expect(answer.headers["Location"] == address)
                #expect(try await browser.get(address).body.contains(#"<span class="state \#(state)">"#))
            }
            #expect(!(try await browser.get(address).body.contains("http-equiv")))
        }
    }

    @Test("says what each reason means")
    func reasons() async throws {
        let channel = ScriptedChannel { delivery in
            switch delivery.token.hex.suffix(1) {
            case "1": .rejected(status: 400, reason: "BadDeviceToken")
            case "2": .failed(.deadline(.seconds(30)))
            default: .accepted
            }
        }
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(20)
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            let address = try #require(answer.headers["Location"])
            _ = try await bench.outcome(of: String(address.split(separator: "/").last ?? ""))
            let page = try await bench.logIn().get(address).body
            #expect(page.contains("The token is not one of this environment."))
            #expect(page.contains("APNs did not answer in time."))
        }
    }
}
