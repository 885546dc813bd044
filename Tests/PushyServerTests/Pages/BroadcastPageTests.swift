import Foundation
import PushyServer
import Testing

@Suite("A broadcast's page")
struct BroadcastPageTests {
    @Test("sets what will be tried again apart from what is dealt with, and its list counts alike")
    func stopped() async throws {
        let refusing = ScriptedChannel { _ in .rejected(status: 403, reason: "InvalidProviderToken") }
        try await ServiceBench.run(channel: refusing) { bench in
            try await bench.register(6)
            let created = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            guard case .string(let id)? = try created.json["id"] else { throw WebClient.Unreadable() }
            #expect(try await bench.outcome(of: id).state == .stopped)
            let browser = try await bench.logIn()
            let page = try await browser.get("/admin/broadcasts/\(id)").body
            #expect(page.contains("0 of 6 devices dealt with"))
            #expect(page.contains("6 devices were tried and are not dealt with: they are tried again when it goes on."))
            #expect(page.contains("<dt>InvalidProviderToken <span class=\"count\">6</span></dt>"))
            #expect(!page.contains("Not delivered, by reason"))
            #expect(try await browser.get("/admin/broadcasts").body.contains("0 of 6 devices, 0 accepted"))
        }
    }

    @Test("says how many of its devices were dealt with, and its list says the same")
    func done() async throws {
        let channel = ScriptedChannel { delivery in
            delivery.token.hex.hasSuffix("1") ? .rejected(status: 400, reason: "BadDeviceToken") : .accepted
        }
        try await ServiceBench.run(channel: channel) { bench in
            try await bench.register(6)
            let created = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "Hello"}"#)
            guard case .string(let id)? = try created.json["id"] else { throw WebClient.Unreadable() }
            _ = try await bench.outcome(of: id)
            let browser = try await bench.logIn()
            let page = try await browser.get("/admin/broadcasts/\(id)").body
            #expect(page.contains("6 of 6 devices dealt with"))
            #expect(page.contains("Not delivered, by reason"))
            #expect(!page.contains("Not dealt with yet"))
            #expect(try await browser.get("/admin/broadcasts").body.contains("6 of 6 devices, 5 accepted"))
        }
    }

    @Test("tells of a device that was removed before its turn")
    func departed() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(2)
            let moment = bench.moment.now.addingTimeInterval(60).formatted(.iso8601)
            let body = #"{"body": "Hello", "scheduledAt": "\#(moment)"}"#
            let created = try await bench.owner("POST", "/admin/broadcasts", json: body)
            guard case .string(let id)? = try created.json["id"] else { throw WebClient.Unreadable() }
            _ = try await bench.owner("POST", "/admin/broadcasts/\(id)/pause")
            _ = try await bench.service.registry.discard(.numbered(0))
            bench.moment.advance(by: 120)
            _ = try await bench.owner("POST", "/admin/broadcasts/\(id)/resume")
            #expect(try await bench.outcome(of: id).state == .done)
            let page = try await bench.logIn().get("/admin/broadcasts/\(id)").body
            #expect(page.contains("Every device that was still there has been dealt with."))
            #expect(page.contains("1 of 2 devices dealt with. 1 was removed before its turn"))
        }
    }

    @Test("and its confirmation show what a whole payload tells a person")
    func wholePayload() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(1)
            let browser = try await bench.logIn()
            let inputs = try await browser.get("/admin").inputs.map { ($0.key, $0.value) }
            let payload =
                #"{"aps": {"alert": {"title": "From the payload", "subtitle": "Under it", "body": "And so on"}}}"#
            let confirmation = try await browser.post(
                "/admin/broadcasts",
                inputs + [("payload", payload), ("sound", "default")]
            )
            #expect(confirmation.status == 200)
            for line in [
                #"<p class="title" dir="auto">From the payload</p>"#, #"<p class="subtitle" dir="auto">Under it</p>"#,
                #"<p class="body" dir="auto">And so on</p>"#,
            ] {
                #expect(confirmation.body.contains(line))
            }
            let text = try await browser.post(
                "/admin/broadcasts",
                inputs + [("payload", #"{"aps": {"alert": "Just this"}}"#)]
            )
            #expect(text.status == 200)
            #expect(text.body.contains(#"<p class="body" dir="auto">Just this</p>"#))
        }
    }
}
