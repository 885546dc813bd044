import PushyServer
import Testing

@Suite("The owner's session")
struct SessionTests {
    @Test("begins with the admin key, in a cookie that scripts and other sites cannot reach")
    func logIn() async throws {
        try await ServiceBench.run { bench in
            #expect(try await bench.client.send("GET", "/admin").body.contains(#"name="password""#))
            let answer = try await bench.client.send(
                "POST",
                "/admin/login",
                headers: Browser.headers,
                body: Browser.encode([("password", ServiceBench.adminKey)])
            )
            #expect(answer.status == 303)
            #expect(answer.headers["Location"] == "/admin")
            let cookie = try #require(answer.headers["Set-Cookie"])
            for attribute in ["HttpOnly", "SameSite=Strict", "Path=/admin", "Max-Age=43200"] {
                #expect(cookie.contains(attribute))
            }
            #expect(!cookie.contains("Secure"))
        }
    }

    @Test("has a cookie for https alone where a trusted proxy says that the browser speaks it")
    func secure() async throws {
        let proxies = TrustedProxies([try #require(IPNetwork("127.0.0.1"))])
        try await ServiceBench.run(.usual.with(\.http.trustedProxies, proxies)) { bench in
            let answer = try await bench.client.send(
                "POST",
                "/admin/login",
                headers: Browser.headers.merging(["X-Forwarded-Proto": "https"]) { $1 },
                body: Browser.encode([("password", ServiceBench.adminKey)])
            )
            #expect(answer.headers["Set-Cookie"]?.contains("; Secure") == true)
            #expect(answer.headers["Strict-Transport-Security"] != nil)
        }
    }

    @Test("ends after twelve hours")
    func expiry() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            bench.moment.advance(by: 12 * 3_600 - 1)
            #expect(try await browser.get("/admin/broadcasts").status == 200)
            bench.moment.advance(by: 1)
            #expect(
                try await browser.get("/admin/broadcasts").headers["Location"] == "/admin/login?next=/admin/broadcasts"
            )
        }
    }

    @Test("ends at log-out, and for good: the cookie opens nothing any more")
    func logOut() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let answer = try await browser.post("/admin/logout", [("formToken", try await browser.formToken())])
            #expect(answer.status == 303)
            #expect(answer.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(try await browser.get("/admin").body.contains(#"name="password""#))
            #expect(try await browser.get("/admin/tokens", headers: [:]).status == 401)
            #expect(try await bench.logIn().get("/admin/tokens", headers: [:]).status == 200)
        }
    }

    @Test("is not begun by a ticket of another key, nor by one that was changed")
    func forgery() async throws {
        var foreign = ""
        try await ServiceBench.run(.usual.with(\.adminKey, AccessKey("another key of another server"))) { bench in
            let answer = try await bench.client.send(
                "POST",
                "/admin/login",
                headers: Browser.headers,
                body: Browser.encode([("password", "another key of another server")])
            )
            foreign = String(answer.headers["Set-Cookie"]?.split(separator: ";").first ?? "")
        }
        try await ServiceBench.run { bench in
            let own = try await bench.logIn().cookie
            var parts = own.split(separator: ".").map(String.init)
            parts[1] = "99999999999"
            for cookie in [foreign, parts.joined(separator: "."), own + "x", "pushy_session=", "pushy_session=a.b.c"] {
                let browser = Browser(client: bench.client, cookie: cookie)
                #expect(try await browser.get("/admin/tokens", headers: [:]).status == 401)
            }
        }
    }

    @Test("leads back to the page that was asked for, and never to another site")
    func next() async throws {
        let cases: [(String, String)] = [
            ("/admin/broadcasts", "/admin/broadcasts"), ("https://evil.example/", "/admin"),
            ("//evil.example", "/admin"),
            ("/admin/\\evil", "/admin"), ("/\\evil.example", "/admin"), ("/administer", "/admin"),
        ]
        try await ServiceBench.run { bench in
            for (next, location) in cases {
                let answer = try await bench.client.send(
                    "POST",
                    "/admin/login",
                    headers: Browser.headers,
                    body: Browser.encode([("password", ServiceBench.adminKey), ("next", next)])
                )
                #expect(answer.headers["Location"] == location)
            }
        }
    }

    @Test("is refused to a wrong key, which is said once more in the form")
    func wrongKey() async throws {
        try await ServiceBench.run { bench in
            for password in ["", "wrong", ServiceBench.appKey] {
                let answer = try await bench.client.send(
                    "POST",
                    "/admin/login",
                    headers: Browser.headers,
                    body: Browser.encode([("password", password)])
                )
                #expect(answer.status == 401)
                #expect(answer.headers["Set-Cookie"] == nil)
                #expect(answer.body.contains("That is not the admin key."))
            }
        }
    }

    @Test("is refused for a while after five wrong keys, while a session and a bearer of the right key go on")
    func guesses() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            for _ in 0..<5 {
                #expect(
                    try await bench.owner("GET", "/admin/tokens", headers: ["Authorization": "Bearer no"]).status == 401
                )
            }
            let answer = try await bench.owner("GET", "/admin/tokens", headers: ["Authorization": "Bearer no"])
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "12")
            #expect(try await bench.owner("GET", "/admin/tokens").status == 200)
            let namespaces = "/client/v4/accounts/a/storage/kv/namespaces"
            #expect(try await bench.owner("GET", namespaces).status == 200)
            #expect(
                try await bench.owner("GET", namespaces, headers: ["Authorization": "Bearer no"]).status == 429
            )
            let form = try await bench.client.send(
                "POST",
                "/admin/login",
                headers: Browser.headers,
                body: Browser.encode([("password", ServiceBench.adminKey)])
            )
            #expect(form.status == 429)
            #expect(try await browser.get("/admin").status == 200)
        }
    }
}
