import Foundation
import PushyServer
import Testing

@Suite("The pages of apps")
struct AppPagesTests {
    private static let hostile = #""><script>alert(1)</script><img src=x>{{formToken}}"#

    private func keyed() throws -> PushyService.Configuration {
        .usual.with(\.masterKey, try MasterKey(MasterKey.randomText()))
    }

    /// Creates an app as the owner does in a browser.
    private func create(_ fields: [(String, String)], in browser: Browser) async throws -> WebAnswer {
        try await browser.post("/admin/apps", [("formToken", try await browser.formToken())] + fields)
    }

    /// The key that a page shows.
    private func key(_ name: String, on page: WebAnswer) throws -> String {
        let pattern = try Regex(#"<code id="\#(name)">(pg_[^<]+)</code>"#, as: (Substring, Substring).self)
        return String(try #require(page.body.firstMatch(of: pattern)?.output.1))
    }

    @Test("are a link on the page of keys and nothing else to whoever has one app")
    func quiet() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            #expect(try await browser.get("/admin/keys").body.contains(#"<a href="/admin/apps">Apps</a>"#))
            for target in ["/admin", "/admin/broadcasts", "/admin/devices", "/admin/quota"] {
                #expect(!(try await browser.get(target).body.contains("/admin/apps")), "\(target)")
            }
        }
    }

    @Test("create an app whose keys work and are shown once, however often the form comes back")
    func creation() async throws {
        try await ServiceBench.run(try keyed()) { bench in
            let browser = try await bench.logIn()
            let fields = [("id", "atlas"), ("name", "Atlas"), ("vapid.subject", "mailto:me@example.com")]
            let page = try await create(fields, in: browser)
            #expect(page.status == 200)
            let (apiKey, clientKey) = (try key("api_key", on: page), try key("client_key", on: page))
            let body = #"{"token": "\#(String(repeating: "ab", count: 32))", "pro": true}"#
            #expect(try await bench.tokens(body, key: clientKey).status == 200)
            #expect(try await bench.tokens(body, key: apiKey).status == 200)

            let again = try await create(fields, in: browser)
            #expect(again.status == 400)
            #expect(again.body.contains("There is an app atlas already."))
            for target in ["/admin/apps", "/admin/apps/atlas"] {
                let shown = try await browser.get(target)
                #expect(shown.status == 200)
                #expect(shown.body.contains("Atlas"))
                #expect(!shown.body.contains("pg_live_") && !shown.body.contains("pg_app_"))
            }
            #expect(try await bench.owner("GET", "/admin/apps").body.contains(#""id":"atlas""#))
        }
    }

    @Test("say beside each field what is wrong with it, and keep what was filled in")
    func faults() async throws {
        try await ServiceBench.run(try keyed()) { bench in
            let browser = try await bench.logIn()
            let page = try await create(
                [("id", "No Name"), ("name", "Kept"), ("apns.key_id", "x"), ("vapid.subject", "me")],
                in: browser
            )
            #expect(page.status == 400)
            for field in ["id", "apns.p8_key", "vapid.subject"] {
                #expect(page.body.contains(#"id="\#(field)-fault""#), "\(field)")
                #expect(page.body.contains(##"<a href="#\##(field)">"##), "\(field)")
            }
            #expect(page.body.contains(#"name="name" value="Kept""#))
            #expect(!(try await bench.owner("GET", "/admin/apps").body.contains("Kept")))
        }
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let page = try await create([("id", "atlas"), ("vapid.subject", "mailto:me@example.com")], in: browser)
            #expect(page.status == 400)
            #expect(page.body.contains("PUSHY_MASTER_KEY"))
        }
    }

    @Test("rotate a key once for each time that it is asked for, and say that the former one is dead")
    func rotation() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let app = try await bench.app("atlas")
            for (word, former) in [("api", app.apiKey), ("client", app.clientKey)] {
                let question = try await browser.get("/admin/apps/atlas/rotate-key?key=\(word)")
                #expect(question.body.contains("is dead from then on"))
                let fields = question.inputs.map { ($0.key, $0.value) }
                let page = try await browser.post("/admin/apps/atlas/rotate-key", fields)
                #expect(page.body.contains("The former one is dead"))
                let fresh = try key("\(word)_key", on: page)
                let again = try await browser.post("/admin/apps/atlas/rotate-key", fields)
                #expect(again.status == 303)
                #expect(!again.body.contains("pg_"))
                let token = #"{"token": "\#(String(repeating: "ab", count: 32))"}"#
                #expect(try await bench.tokens(token, key: former, method: "DELETE").status == 401)
                #expect(try await bench.tokens(token, key: fresh, method: "DELETE").status == 200)
            }
            let page = try await browser.get("/admin/apps/atlas?done=rotated-before").body
            #expect(page.contains("The key was changed before"))
            #expect(page.contains(", in a browser"))
        }
    }

    @Test("give the app of the settings an API key, and leave its client key to them")
    func standard() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let page = try await browser.get("/admin/apps/default").body
            #expect(page.contains("PUSHY_APP_KEY"))
            #expect(!page.contains("key=client"))
            #expect(!page.contains("/admin/apps/default/delete"))
            let question = try await browser.get("/admin/apps/default/rotate-key?key=api")
            let made = try await browser.post(
                "/admin/apps/default/rotate-key",
                question.inputs.map { ($0.key, $0.value) }
            )
            #expect(try key("api_key", on: made).hasPrefix("pg_live_"))
            #expect(!made.body.contains("is dead"))
        }
    }

    @Test("change credentials and take them away, and show no secret of them")
    func credentials() async throws {
        try await ServiceBench.run(try keyed()) { bench in
            let browser = try await bench.logIn()
            _ = try await bench.app("atlas")
            let token = ("formToken", try await browser.formToken())
            func change(_ fields: [(String, String)]) async throws -> WebAnswer {
                try await browser.post("/admin/apps/atlas/credentials/vapid", [token] + fields)
            }
            let wrong = try await change([("vapid.subject", "me")])
            #expect(wrong.status == 400)
            #expect(wrong.body.contains(#"id="vapid.subject-fault""#))
            #expect(wrong.body.contains(#"name="vapid.subject" value="me""#))
            #expect(try await change([("vapid.subject", "mailto:me@example.com")]).status == 303)
            let first = try await bench.owner("GET", "/admin/apps/atlas").json["vapid"]
            #expect(try await change([("vapid.pair", "new")]).status == 303)
            let second = try await bench.owner("GET", "/admin/apps/atlas").json["vapid"]
            #expect(second?["subject"] == "mailto:me@example.com")
            #expect(second?["former_public_keys"] == first?["public_key"].map { .array([$0]) })
            let page = try await browser.get("/admin/apps/atlas").body
            #expect(page.contains("Former pairs in use") && page.contains("mailto:me@example.com"))
            #expect(page.contains(#"changed <time datetime="2026-11-30T05:00:00Z">"#))

            let question = try await browser.get("/admin/apps/atlas/credentials/vapid/remove")
            #expect(question.body.contains("0 devices are not reached any more"))
            #expect(
                try await browser.post("/admin/apps/atlas/credentials/vapid/remove", [token]).status == 303
            )
            #expect(try await bench.owner("GET", "/admin/apps/atlas").json["vapid"] == .null)
            #expect(try await browser.get("/admin/apps/atlas/credentials/sms/remove").status == 404)
        }
    }

    @Test("name the devices on each platform, find them by their user, and remove one")
    func devices() async throws {
        try await ServiceBench.run { bench in
            let app = try await bench.app("atlas")
            let headers = ["X-App-Key": app.apiKey, "Content-Type": "application/json"]
            for (platform, token) in [("ios", "ab"), ("macos", "cd"), ("android", "ef")] {
                let body = """
                    {"platform": "\(platform)", "device_token": "\(String(repeating: token, count: 32))", "user_id": "anna@example.com"}
                    """
                let answer = try await bench.client.send("POST", "/devices", headers: headers, body: body)
                #expect(answer.status == 200)
            }
            let browser = try await bench.logIn()
            let page = try await browser.get("/admin/apps/atlas").body
            for platform in ["iOS", "macOS", "Android"] {
                #expect(page.contains("<dt>\(platform)</dt><dd>1</dd>"), "\(platform)")
            }
            let list = try await browser.get("/admin/apps/atlas/devices").body
            #expect(list.contains("ababab…abab") && list.contains("Android, of anna…"))
            #expect(!list.contains("anna@") && !list.contains(String(repeating: "ab", count: 32)))
            let token = ("formToken", try await browser.formToken())
            for (text, count) in [("anna@example.com", 3), ("cdcd", 1), ("nobody", 0)] {
                let found = try await browser.post("/admin/apps/atlas/devices", [token, ("text", text)]).body
                #expect(found.components(separatedBy: "/remove\"").count == count + 1, "\(text)")
            }
            for removal in list.matches(of: #/href="([^"]+/remove)"/#).map({ String($0.output.1) }) {
                #expect(try await browser.get(removal).body.contains("Remove it"))
                #expect(try await browser.post(removal, [token]).status == 303)
            }
            #expect(try await browser.get("/admin/apps/atlas").body.contains("None yet: apps register"))
            #expect(try await browser.get("/admin/devices").body.contains("/admin/apps/atlas/devices"))
        }
    }

    @Test("delete an app after asking once more, with the number of its devices")
    func deletion() async throws {
        try await ServiceBench.run { bench in
            let app = try await bench.app("atlas")
            let body = #"{"token": "\#(String(repeating: "ab", count: 32))", "pro": true}"#
            #expect(try await bench.tokens(body, key: app.clientKey).status == 200)
            let browser = try await bench.logIn()
            #expect(try await browser.get("/admin/apps/atlas/delete").body.contains("Delete atlas with 1 device?"))
            let token = ("formToken", try await browser.formToken())
            #expect(try await browser.post("/admin/apps/atlas/delete", [token]).status == 303)
            #expect(try await browser.get("/admin/apps/atlas").status == 404)
            #expect(try await browser.post("/admin/apps/default/delete", [token]).status == 409)
        }
    }

    @Test("show the log of sends without naming its users whole")
    func sends() async throws {
        try await ServiceBench.run { bench in
            let app = try await bench.app("atlas")
            let headers = ["X-App-Key": app.apiKey, "Content-Type": "application/json"]
            let device = #"{"platform": "web", "device_token": "x"}"#
            _ = try await bench.client.send("POST", "/devices", headers: headers, body: device)
            let ios =
                #"{"platform": "ios", "device_token": "\#(String(repeating: "ab", count: 32))", "user_id": "anna@example.com"}"#
            _ = try await bench.client.send("POST", "/devices", headers: headers, body: ios)
            let message = #"{"user_id": "anna@example.com", "title": "A secret"}"#
            _ = try await bench.client.send("POST", "/send/user", headers: headers, body: message)
            let browser = try await bench.logIn()
            for target in ["/admin/apps/atlas", "/admin/apps/atlas/sends"] {
                let page = try await browser.get(target).body
                #expect(page.contains("<strong>1 failed</strong>"))
                #expect(page.contains("to the user anna…"))
                #expect(page.contains("iOS: The app atlas has no credentials for APNs."))
                #expect(!page.contains("A secret") && !page.contains("anna@"))
            }
        }
    }

    @Test("show a hostile name, and a hostile text in any field, as text")
    func hostileText() async throws {
        try await ServiceBench.run(try keyed()) { bench in
            let browser = try await bench.logIn()
            let created = try await create([("id", "atlas"), ("name", Self.hostile)], in: browser)
            #expect(created.status == 200)
            var pages = [created]
            for target in [
                "/admin", "/admin/apps", "/admin/apps/atlas", "/admin/apps/atlas/devices", "/admin/apps/atlas/sends",
                "/admin/apps/atlas/delete", "/admin/apps/atlas/rotate-key", "/admin/apps/atlas/credentials/fcm/remove",
                "/admin/devices",
            ] {
                pages.append(try await browser.get(target))
                #expect(pages.last?.status == 200, "\(target)")
            }
            for field in ["id", "name", "apns.p8_key", "apns.bundle_id", "fcm.service_account", "vapid.subject"] {
                pages.append(try await create([("id", "other"), (field, Self.hostile + Self.hostile)], in: browser))
            }
            let token = ("formToken", try await browser.formToken())
            pages.append(try await browser.post("/admin/apps/atlas/devices", [token, ("text", Self.hostile)]))
            for page in pages {
                #expect(!page.body.contains("<script>") && !page.body.contains("<img"))
                #expect(page.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
            }
        }
    }

    @Test("change nothing without the form's token, nor for a page of another site")
    func crossSite() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.app("atlas")
            let browser = try await bench.logIn()
            let token = ("formToken", try await browser.formToken())
            for target in [
                "/admin/apps", "/admin/apps/atlas", "/admin/apps/atlas/rotate-key", "/admin/apps/atlas/delete",
                "/admin/apps/atlas/credentials/vapid", "/admin/apps/atlas/credentials/vapid/remove",
                "/admin/apps/atlas/devices/abcdef-0123456789abcdef/remove",
            ] {
                let foreign = ["Sec-Fetch-Site": "cross-site"]
                #expect(try await browser.post(target, [token], headers: foreign).status == 403, "\(target)")
                #expect(try await browser.post(target, [("id", "other")]).status == 403, "\(target)")
            }
            #expect(try await bench.owner("GET", "/admin/apps/atlas").status == 200)
        }
    }
}
