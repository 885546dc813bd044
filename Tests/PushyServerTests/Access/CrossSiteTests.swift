import Testing

@testable import PushyServer

@Suite("Another site")
struct CrossSiteTests {
    /// What a browser says of a request that another site's page made.
    private static let foreign: [[String: String]] = [
        ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"],
        ["Sec-Fetch-Site": "none"],
    ]

    private static let changes = [
        "/admin/broadcasts", "/admin/compose", "/admin/logout",
        "/admin/broadcasts/019ad0c2-7d10-7c6f-9a55-0f3b0c9d1e2a/cancel",
        "/admin/broadcasts/019ad0c2-7d10-7c6f-9a55-0f3b0c9d1e2a/pause",
        "/admin/broadcasts/019ad0c2-7d10-7c6f-9a55-0f3b0c9d1e2a/resume",
        "/admin/devices", "/admin/devices/abcdef-0123456789abcdef/remove", "/admin/keys/check",
        "/admin/devices/abcdef-0123456789abcdef/mark", "/admin/test-devices/forget",
        "/admin/apps/default/message", "/admin/apps/default/preview", "/admin/apps/default/broadcasts",
    ]

    @Test("cannot make a logged-in browser change anything")
    func refused() async throws {
        try await ServiceBench.run { bench in
            for target in Self.changes {
                let browser = try await bench.logIn()
                let fields = [("formToken", try await browser.formToken()), ("title", "Hello")]
                for headers in Self.foreign {
                    #expect(try await browser.post(target, fields, headers: headers).status == 403)
                }
                #expect(try await bench.service.broadcasts.page(limit: 1).broadcasts.isEmpty)
                #expect(try await browser.get("/admin/tokens", headers: [:]).status == 200)
            }
        }
    }

    @Test("is known by its origin where the browser says no more")
    func origin() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let fields = [("formToken", try await browser.formToken()), ("title", "Hello"), ("dryRun", "true")]
            func post(_ origin: String?) async throws -> Int {
                var headers = Browser.headers.merging(["Cookie": browser.cookie]) { $1 }
                headers["Sec-Fetch-Site"] = nil
                headers["Origin"] = origin
                let body = Browser.encode(fields)
                return try await bench.client.send("POST", "/admin/broadcasts", headers: headers, body: body).status
            }
            #expect(try await post("https://evil.example") == 403)
            #expect(try await post("http://127.0.0.1:1") == 403)
            #expect(try await post("http://\(bench.client.address)") == 200)
            #expect(try await post("https://\(bench.client.address)") == 200)
            #expect(try await post("null") == 200)
            #expect(try await post(nil) == 200)
        }
    }

    @Test("does not know the form's token, and without it nothing happens")
    func token() async throws {
        try await ServiceBench.run { bench in
            for target in Self.changes {
                let browser = try await bench.logIn()
                let other = try await bench.logIn().formToken()
                for token in ["", "guess", other] {
                    let answer = try await browser.post(target, [("formToken", token), ("title", "Hello")])
                    #expect(answer.status == 403)
                }
                #expect(try await browser.post(target, [("title", "Hello")]).status == 403)
                #expect(try await bench.service.broadcasts.page(limit: 1).broadcasts.isEmpty)
            }
        }
    }

    @Test("cannot post JSON with the browser's cookie either, while the owner's own script can")
    func json() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let headers = ["Cookie": browser.cookie, "Content-Type": "application/json"]
            func post(_ more: [String: String]) async throws -> Int {
                let all = headers.merging(more) { $1 }
                let body = #"{"title": "Hello", "dryRun": true}"#
                return try await bench.client.send("POST", "/admin/broadcasts", headers: all, body: body).status
            }
            #expect(try await post([:]) == 403)
            #expect(try await post(["X-Form-Token": try await browser.formToken()]) == 200)
        }
    }

    @Test("cannot log a browser in, frame a page, or have it load anything from elsewhere")
    func headers() async throws {
        try await ServiceBench.run { bench in
            let headers = Browser.headers.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            let body = Browser.encode([("password", ServiceBench.adminKey)])
            #expect(try await bench.client.send("POST", "/admin/login", headers: headers, body: body).status == 403)
            let browser = try await bench.logIn()
            _ = try await bench.tokens(#"{"token": "abcdef0123456789", "pro": true}"#)
            let device = "/admin/devices/\(TokenAlias(try DeviceToken("abcdef0123456789")).text)"
            for target in [
                "/admin", "/admin/broadcasts", "/admin/nothing", "/admin/tokens", "/admin/quota", "/admin/devices",
                device,
                "\(device)/remove", "/admin/keys", "/admin/login", "/admin/tokens/export", Asset.style.address,
                Asset.script.address,
            ] {
                let answer = try await browser.get(target)
                #expect(
                    answer.headers["Content-Security-Policy"] == """
                        default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; \
                        form-action 'self'; frame-ancestors 'none'; base-uri 'none'
                        """
                )
                #expect(!answer.body.contains(" style="))
                #expect(!answer.body.contains("<style"))
                #expect(answer.headers["Cross-Origin-Opener-Policy"] == "same-origin")
                #expect(answer.headers["Cross-Origin-Resource-Policy"] == "same-origin")
                #expect(answer.headers["X-Frame-Options"] == "DENY")
                #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
                #expect(answer.headers["Referrer-Policy"] == "no-referrer")
                if !target.hasPrefix("/admin/assets/") { #expect(answer.headers["Cache-Control"] == "no-store") }
            }
        }
    }
}
