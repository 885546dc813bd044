import PushyServer
import Testing

@Suite("The owner's broadcasts, as JSON")
struct BroadcastAPITests {
    @Test("are answered with 202 and their standing, and go to the chosen audience alone")
    func create() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(3, pro: true)
            try await bench.register(2, from: 100, pro: false)
            let answer = try await bench.owner(
                "POST",
                "/admin/broadcasts",
                json: #"{"title": "Sale", "body": "Half price", "audience": "pro", "environment": "production"}"#
            )
            #expect(answer.status == 202)
            let json = try answer.json
            guard case .string(let id)? = json["id"] else { throw WebClient.Unreadable() }
            #expect(answer.headers["Location"] == "/admin/broadcasts/\(id)")
            #expect(json["recipients"] == 3)
            #expect(json["audience"] == "pro")
            #expect(json["message"] == ["title": "Sale", "body": "Half price"])
            _ = try await bench.outcome(of: id)
            let over = try await bench.owner("GET", "/admin/broadcasts/\(id)").json
            #expect(over["state"] == "done")
            #expect(over["accepted"] == 3)
            for name in ["removed", "kept", "pending"] { #expect(over[name] == 0) }
            for name in ["rejected", "failed"] { #expect(over[name] == [:]) }
            for name in ["createdAt", "startedAt", "finishedAt"] { #expect(over[name] == "2026-11-30T05:00:00Z") }
            #expect(over["why"] == nil)
            #expect(channel.deliveries.count == 3)
        }
    }

    @Test("say by reason what came of the others")
    func reasons() async throws {
        let channel = ScriptedChannel { delivery in
            switch delivery.token.hex.suffix(1) {
            case "1": .gone(reason: "Unregistered", since: .distantFuture)
            case "2": .rejected(status: 400, reason: "BadDeviceToken")
            case "3": .failed(.deadline(.seconds(30)))
            default: .accepted
            }
        }
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(40)
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            guard case .string(let id)? = try answer.json["id"] else { throw WebClient.Unreadable() }
            _ = try await bench.outcome(of: id)
            let over = try await bench.owner("GET", "/admin/broadcasts/\(id)").json
            #expect(over["accepted"] == 31)
            #expect(over["removed"] == 3)
            #expect(over["rejected"] == ["BadDeviceToken": 3])
            #expect(over["failed"] == ["DeadlineExceeded": 3])
        }
    }

    @Test("say why they stopped")
    func why() async throws {
        let channel = ScriptedChannel { _ in .rejected(status: 403, reason: "InvalidProviderToken") }
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(40)
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            guard case .string(let id)? = try answer.json["id"] else { throw WebClient.Unreadable() }
            _ = try await bench.outcome(of: id)
            let over = try await bench.owner("GET", "/admin/broadcasts/\(id)").json
            #expect(over["state"] == "stopped")
            guard case .string(let why)? = over["why"] else { throw WebClient.Unreadable() }
            #expect(why.contains("InvalidProviderToken"))
            #expect(over["rejected"] == ["InvalidProviderToken": 40])
        }
    }

    @Test("tell in a dry run whom they would reach and with what, and send nothing")
    func dryRun() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(3)
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello", "dryRun": true}"#)
            #expect(answer.status == 200)
            let json = try answer.json
            #expect(json["recipients"] == 3)
            #expect(json["payload"] == ["aps": ["alert": ["body": "Hello"]]])
            #expect(json["payloadBytes"] == 34)
            #expect(try await bench.service.broadcasts.page(limit: 1).broadcasts.isEmpty)
            #expect(channel.deliveries.isEmpty)
        }
    }

    @Test("are sent once for one idempotency key, however often it comes")
    func idempotency() async throws {
        let channel = ScriptedChannel()
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(1)
            var bodies: Set<JSONValue> = []
            for _ in 0..<3 {
                let answer = try await bench.owner(
                    "POST",
                    "/admin/broadcasts",
                    json: #"{"body": "Hello"}"#,
                    headers: ["Idempotency-Key": "once"]
                )
                #expect(answer.status == 202)
                guard case .string(let id)? = try answer.json["id"] else { throw WebClient.Unreadable() }
                bodies.insert(.string(id))
                _ = try await bench.outcome(of: id)
            }
            #expect(bodies.count == 1)
            #expect(channel.deliveries.count == 1)
            let other = try await bench.owner(
                "POST",
                "/admin/broadcasts",
                json: #"{"body": "Hello"}"#,
                headers: ["Idempotency-Key": String(repeating: "k", count: 256)]
            )
            #expect(other.status == 400)
        }
    }

    @Test("are refused with the field and a sentence when something is wrong with them")
    func refusals() async throws {
        let cases: [(String, Int, String)] = [
            (#"{}"#, 400, "body: There is nothing to show."),
            (#"{"title": 1}"#, 400, "title: It must be a text."),
            (#"{"body": "Hello", "audiense": "pro"}"#, 400, "audiense: A broadcast has no such field."),
            (#"{"body": "Hello", "audience": "everyone"}"#, 400, "audience: \"everyone\" is none of"),
            (#"{"body": "Hello", "environment": "staging"}"#, 400, "environment: \"staging\" is none of"),
            (#"{"body": "Hello", "dryRun": "yes"}"#, 400, "dryRun: It must be true or false."),
            (#"{"body": "Hello", "badge": -1}"#, 400, "badge: It must be 0 or more."),
            (#"{"body": "Hello", "relevanceScore": 2}"#, 400, "relevanceScore: It must be a number from 0 to 1."),
            (#"{"body": "Hello", "token": "xyz"}"#, 400, "token: The device token has something other"),
            (#"{"body": "Hello", "image": "http://example.com/a.png"}"#, 400, "image: "),
            (#"[]"#, 400, "The body is an array"),
            ("title=Hello", 400, "The body is not JSON"),
        ]
        try await ServiceBench.run { bench in
            for (body, status, sentence) in cases {
                let answer = try await bench.owner("POST", "/admin/broadcasts", json: body)
                #expect(answer.status == status)
                #expect(answer.headers["Content-Type"] == "application/problem+json")
                #expect(answer.detail.hasPrefix(sentence), "\(answer.detail)")
            }
        }
    }

    @Test("say what is missing while APNs is not configured; a dry run counts all the same")
    func notConfigured() async throws {
        try await ServiceBench.run(channel: nil) { bench in
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            #expect(answer.status == 503)
            #expect(answer.detail == "PUSHY_APNS_KEY is missing.")
            let dryRun = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello", "dryRun": true}"#)
            #expect(dryRun.status == 200)
            #expect(try await bench.logIn().get("/admin").body.contains("PUSHY_APNS_KEY is missing."))
        }
    }

    @Test("wait for their time, and are paused, resumed and cancelled")
    func controls() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(1)
            let body = #"{"body": "Hello", "scheduledAt": "2026-12-24T09:00:00Z"}"#
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: body)
            #expect(try answer.json["state"] == "scheduled")
            #expect(try answer.json["scheduledAt"] == "2026-12-24T09:00:00Z")
            let address = try #require(answer.headers["Location"])
            for (wish, state) in [("pause", "paused"), ("resume", "scheduled"), ("cancel", "cancelled")] {
                let halted = try await bench.owner("POST", "\(address)/\(wish)")
                #expect(halted.status == 200)
                #expect(try halted.json["state"] == .string(state))
            }
            let late = try await bench.owner("POST", "\(address)/pause")
            #expect(late.status == 409)
            #expect(late.detail == "The broadcast is cancelled, so it cannot be paused.")
        }
    }

    @Test("are listed page by page, the newest first")
    func list() async throws {
        try await ServiceBench.run { bench in
            for number in 1...5 {
                bench.moment.advance(by: 1)
                _ = try await bench.owner("POST", "/admin/broadcasts", json: #"{"title": "\#(number)"}"#)
            }
            var titles: [JSONValue?] = []
            var target = "/admin/broadcasts?limit=2"
            while true {
                let page = try await bench.owner("GET", target).json
                guard case .array(let broadcasts)? = page["broadcasts"] else { throw WebClient.Unreadable() }
                titles += broadcasts.map { $0["message"]?["title"] }
                guard case .string(let cursor)? = page["cursor"] else { break }
                target = "/admin/broadcasts?limit=2&cursor=\(cursor)"
            }
            #expect(titles == ["5", "4", "3", "2", "1"])
            for query in ["limit=0", "limit=101", "limit=x", "cursor=x"] {
                #expect(try await bench.owner("GET", "/admin/broadcasts?\(query)").status == 400)
            }
        }
    }

    @Test("that do not exist are not found")
    func unknown() async throws {
        let cases: [String] = ["x", "019ad0c2-7d10-7c6f-9a55-0f3b0c9d1e2a"]
        try await ServiceBench.run { bench in
            for id in cases {
                let answer = try await bench.owner("GET", "/admin/broadcasts/\(id)")
                #expect(answer.status == 404)
                #expect(try await bench.owner("GET", "/admin/broadcasts/\(id)/events").status == 404)
                #expect(try await bench.owner("POST", "/admin/broadcasts/\(id)/cancel").status == 404)
            }
        }
    }

    @Test("are watched as server-sent events, each with the same object, until they are over")
    func events() async throws {
        let gate = Gate()
        try await ServiceBench.run(channel: GatedChannel(gate)) { bench in
            try await bench.register(2)
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello\nthere"}"#)
            let address = try #require(answer.headers["Location"])
            async let watched = bench.owner("GET", "\(address)/events", headers: ["Accept": "text/event-stream"])
            await gate.waitForArrival()
            await gate.open()
            let events = try await watched
            #expect(events.headers["Content-Type"] == "text/event-stream")
            let last = try #require(events.body.split(separator: "\n").last { $0.hasPrefix("data: ") })
            let over = try JSONValue(reading: Array(last.dropFirst("data: ".count).utf8))
            #expect(over["state"] == "done")
            let shown = try await bench.owner("GET", address).json
            #expect(over == shown)
        }
    }
}
