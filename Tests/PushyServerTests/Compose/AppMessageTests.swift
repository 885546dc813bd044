import Foundation
import PushyServer
import Testing

@Suite("Writing to all devices of an app in a browser")
struct AppMessageTests {
    private static let hostile = #""><script>alert(1)</script><img src=x>{{formToken}}"#

    /// A service with an app that browsers can be reached for, and a browser that is logged in.
    private func run(_ test: (ServiceBench, Browser, AppKeys) async throws -> Void) async throws {
        let configuration = PushyService.Configuration.usual.with(\.masterKey, try MasterKey(MasterKey.randomText()))
        try await ServiceBench.run(configuration) { bench in
            let app = try await bench.app("atlas")
            let vapid = #"{"name": "Atlas", "vapid": {"subject": "mailto:me@example.com"}}"#
            #expect(try await bench.owner("PATCH", "/admin/apps/atlas", json: vapid).status == 200)
            try await test(bench, bench.logIn(), app)
        }
    }

    private func register(_ platform: String, _ digits: String, _ app: AppKeys, in bench: ServiceBench) async throws {
        let body = #"{"platform": "\#(platform)", "device_token": "\#(String(repeating: digits, count: 32))"}"#
        let headers = ["X-App-Key": app.clientKey, "Content-Type": "application/json"]
        #expect(try await bench.client.send("POST", "/devices", headers: headers, body: body).status == 200)
    }

    private func form(_ fields: [(String, String)], in browser: Browser) async throws -> [(String, String)] {
        try await browser.get("/admin/apps/atlas/message").inputs.map { ($0.key, $0.value) } + fields
    }

    @Test("begins at the form of the app that the settings name, once there is another one")
    func picker() async throws {
        try await run { bench, browser, _ in
            let home = try await browser.get("/admin").body
            #expect(home.contains(#"<a href="/admin/apps/atlas/message" dir="auto">Atlas</a>"#))
            let page = try await browser.get("/admin/apps/atlas/message").body
            #expect(page.contains(#"<button formaction="/admin/apps/default/message" dir="auto">default</button>"#))
            // What was written goes along to the other app.
            let fields = try await form([("title", "Kept")], in: browser)
            let other = try await browser.post("/admin/apps/default/message", fields)
            #expect(other.status == 200)
            #expect(other.body.contains(#"name="title" value="Kept""#))
            #expect(other.body.contains("Then to everybody of <bdi>default</bdi>"))
        }
    }

    @Test("shows what each service gets, with its size against the service's own limit")
    func preview() async throws {
        try await run { bench, browser, app in
            for platform in ["ios", "android"] { try await register(platform, "ab", app, in: bench) }
            let fields = try await form([("title", "Half <price>"), ("body", "Until Sunday")], in: browser)
            for target in ["message", "preview"] {
                let page = try await browser.post("/admin/apps/atlas/\(target)", fields)
                #expect(page.status == 200)
                for text in [
                    "64 of 4,096 bytes", #"id="fcm-screen""#, "of 3,993 bytes",
                    "&quot;notification&quot;:{&quot;title&quot;:&quot;Half &lt;price&gt;&quot;",
                ] {
                    #expect(page.body.contains(text), "\(target): \(text)")
                }
            }
            let body = [("title", "x"), ("body", String(repeating: "x", count: 3_980))]
            let large = try await browser.post("/admin/apps/atlas/preview", form(body, in: browser)).body
            #expect(large.contains("Web Push carries at most 3993"))
            #expect(!large.contains("of 4,096 bytes: "))
        }
    }

    @Test("says beside each field what is wrong with it, and in the preview what a browser cannot show")
    func faults() async throws {
        try await run { bench, browser, _ in
            let wrong = [("body", "Kept"), ("badge", "many"), ("data", "{"), ("ttl", "-1")]
            let page = try await browser.post("/admin/apps/atlas/broadcasts", form(wrong, in: browser))
            #expect(page.status == 400)
            for field in ["badge", "data", "ttl"] {
                #expect(page.body.contains(#"id="\#(field)-fault""#), "\(field)")
            }
            #expect(page.body.contains("Kept"))
            let silent = try await browser.post(
                "/admin/apps/atlas/preview",
                form([("data", #"{"a": 1}"#)], in: browser)
            )
            #expect(silent.body.contains("Browsers must show something"))
        }
    }

    @Test("asks once more with the number on each platform, sends once, and names the app from then on")
    func sending() async throws {
        try await run { bench, browser, app in
            try await register("android", "ef", app, in: bench)
            let unreached = try await browser.post(
                "/admin/apps/atlas/broadcasts",
                form([("title", "Sale")], in: browser)
            )
            #expect(unreached.body.contains("1 device cannot be reached: there are no credentials for FCM."))
            #expect(!unreached.body.contains("data-once"))

            let standard = AppKeys(apiKey: "", clientKey: ServiceBench.appKey)
            try await register("ios", "ab", standard, in: bench)
            try await register("macos", "cd", standard, in: bench)
            try await register("android", "ef", standard, in: bench)
            let written = [("title", "Sale"), ("apns.subtitle", "Today"), ("platform", "ios,macos")]
            let review = try await browser.post("/admin/apps/default/broadcasts", form(written, in: browser))
            #expect(review.status == 200)
            for text in [
                "Send to 2 devices of default?", "<dt>On iOS</dt><dd>1</dd>", "<dt>On macOS</dt><dd>1</dd>",
            ] {
                #expect(review.body.contains(text), "\(text)")
            }
            let fields = review.inputs.map { ($0.key, $0.value) }
            let sent = try await browser.post("/admin/apps/default/broadcasts", fields)
            let again = try await browser.post("/admin/apps/default/broadcasts", fields)
            let address = try #require(sent.headers["Location"])
            #expect(again.headers["Location"] == address)
            let id = String(address.split(separator: "/").last ?? "")
            let broadcast = try await bench.outcome(of: id)
            #expect(broadcast.tally.accepted == 2)
            let page = try await browser.get(address).body
            #expect(page.contains("<dt>App</dt><dd>default</dd>"))
            #expect(page.contains("<dt>Platforms</dt><dd>iOS and macOS</dd>"))
            #expect(page.contains("Its service took it."))
            let history = try await browser.get("/admin/broadcasts").body
            #expect(history.contains("<bdi>default</bdi>: Everyone on iOS and macOS"))
            let refilled = try await browser.get("/admin/apps/default/message?again=\(id)").body
            #expect(refilled.contains(#"name="title" value="Sale""#))
            #expect(refilled.contains(#"value="ios,macos" checked"#))
            let log = try await browser.get("/admin/apps/default/sends").body
            #expect(log.contains(#"<a href="\#(address)">Broadcast to 2 devices</a>"#))
        }
    }

    @Test("tries a message on one user's devices alone, once for each press, and says what became of it")
    func trial() async throws {
        try await run { bench, browser, app in
            let headers = ["X-App-Key": ServiceBench.appKey, "Content-Type": "application/json"]
            for (digits, user) in [("ab", "me"), ("cd", "you")] {
                let token = String(repeating: digits, count: 32)
                let body = #"{"platform": "ios", "device_token": "\#(token)", "user_id": "\#(user)"}"#
                #expect(try await bench.client.send("POST", "/devices", headers: headers, body: body).status == 200)
            }
            let fields = try await form([("title", "Sale"), ("trial", "true"), ("trialUser", "me")], in: browser)
            let page = try await browser.post("/admin/apps/default/broadcasts", fields)
            let again = try await browser.post("/admin/apps/default/broadcasts", fields)
            for answer in [page, again] {
                #expect(answer.body.contains("Sent to 1 device."))
                #expect(answer.body.contains(#/<li>iOS: sent <code class="count">apns-[^<]{22}</code></li>/#))
                #expect(answer.body.contains(#"name="title" value="Sale""#))
            }
            let log = try await bench.owner("GET", "/admin/apps/default/sends").body
            #expect(log.ranges(of: #""user_id":"me""#).count == 1)
            #expect(!log.contains(#""user_id":"you""#))
            #expect(page.inputs["formNonce"] != fields.first { $0.0 == "formNonce" }?.1)

            let nobody = try await form([("title", "Sale"), ("trial", "true"), ("trialUser", "x")], in: browser)
            let unsent = try await browser.post("/admin/apps/default/broadcasts", nobody)
            #expect(unsent.body.contains("The user has no device in default, so nothing was sent."))
            for (wrong, field) in [
                ([], "trialUser"), ([("trialUser", "me"), ("trialDevice", "x")], "trialDevice"),
                ([("trialDevice", "apns-0123456789012345678901")], "trialDevice"),
            ] {
                let fields = try await form([("title", "Sale"), ("trial", "true")] + wrong, in: browser)
                let refusal = try await browser.post("/admin/apps/default/broadcasts", fields)
                #expect(refusal.status == 400)
                #expect(refusal.body.contains(#"id="\#(field)-fault""#), "\(wrong)")
            }
        }
    }

    @Test("begins with the usual sound, leaves it out of what only wakes the app, and lets it be silent")
    func sound() async throws {
        try await run { bench, browser, app in
            try await register("ios", "ab", app, in: bench)
            let fresh = try await browser.get("/admin/apps/atlas/message").body
            #expect(fresh.contains(#"name="sound" value="default""#))
            let silent = try await form([("title", "Hush"), ("sound", "")], in: browser)
            for address in ["/admin/apps/atlas/message", "/admin/compose"] {
                let page = try await browser.post(address, silent).body
                #expect(page.contains(#"name="sound" aria-"#), "\(address)")
            }
            let waking = try await form([("data", #"{"a": 1}"#), ("sound", "default")], in: browser)
            #expect(!(try await browser.post("/admin/apps/atlas/preview", waking).body.contains("sound")))
        }
    }

    @Test("takes the examples that the fields of single services name")
    func examples() async throws {
        try await run { bench, browser, app in
            for platform in ["ios", "android"] { try await register(platform, "ab", app, in: bench) }
            let own = [
                ("apns", #"{"interruption_level": "time-sensitive", "thread_id": "news"}"#),
                ("fcm", #"{"android": {"notification": {"channel_id": "news"}}}"#),
                ("webpush", #"{"requireInteraction": true}"#),
            ]
            let page = try await browser.post(
                "/admin/apps/atlas/message",
                form([("title", "News")] + own, in: browser)
            )
            #expect(page.status == 200)
            for text in ["time-sensitive&quot;", "&quot;news&quot;", "requireInteraction&quot;:true"] {
                #expect(page.body.contains(text), "\(text)")
            }
            #expect(!page.body.contains(#"class="fault""#))
        }
    }

    @Test("keeps a message back that the service of one of its devices would not take")
    func tooLarge() async throws {
        try await run { bench, browser, app in
            try await register("ios", "ab", app, in: bench)
            let long = [("title", "x"), ("body", String(repeating: "x", count: 4_090))]
            let page = try await browser.post("/admin/apps/atlas/broadcasts", form(long, in: browser))
            #expect(page.status == 400)
            #expect(page.body.contains("APNs would not take it."))
        }
    }

    @Test("shows hostile text in each field as text")
    func hostileText() async throws {
        try await run { bench, browser, app in
            try await register("ios", "ab", app, in: bench)
            for field in [
                "title", "body", "url", "image", "sound", "badge", "apns.subtitle", "collapse_id", "ttl", "priority",
                "data", "apns", "fcm", "webpush", "platform", "audience", "scheduledAt", "a stranger's field",
            ] {
                let fields = try await form([(field, Self.hostile), ("body", "Hello")], in: browser)
                for target in ["message", "preview", "broadcasts"] {
                    let page = try await browser.post("/admin/apps/atlas/\(target)", fields)
                    #expect(!page.body.contains("<script>") && !page.body.contains("<img"), "\(field) \(target)")
                }
            }
        }
    }
}
