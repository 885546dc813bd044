import Testing

@testable import PushyServer

@Suite("A browser in which the key was entered before")
struct KnownBrowserTests {
    /// What a login with this key answers, and the cookies that the browser keeps.
    private func logIn(
        _ bench: ServiceBench,
        with key: String = ServiceBench.adminKey,
        cookie: String = ""
    ) async throws -> WebAnswer {
        try await bench.client.send(
            "POST",
            "/admin/login",
            headers: Browser.headers.merging(["Cookie": cookie]) { $1 },
            body: Browser.encode([("password", key)])
        )
    }

    private func mark(of answer: WebAnswer) throws -> String {
        let cookies = try #require(answer.headers["Set-Cookie"])
        return String(try #require(cookies.firstMatch(of: /pushy_browser=[^;]*/)).output)
    }

    /// Strangers use up all guesses, from here and in all.
    private func guess(_ bench: ServiceBench) async throws {
        for _ in 0..<GuessLimit.wrongKeysPerMinute { _ = try await logIn(bench, with: "a guess") }
    }

    @Test("keeps a mark that only the login form gets, out of reach of scripts and other sites, for 400 days")
    func cookie() async throws {
        try await ServiceBench.run { bench in
            let cookies = try #require(try await logIn(bench).headers["Set-Cookie"])
            let attributes = "; Path=/admin/login; HttpOnly; SameSite=Strict; Max-Age=34560000"
            #expect(cookies.contains(try mark(of: try await logIn(bench)).prefix(14)))
            #expect(cookies.contains(attributes))
        }
    }

    @Test("logs in while strangers guess, even from its own address, where an unknown one has to wait")
    func exempt() async throws {
        try await ServiceBench.run { bench in
            let mark = try mark(of: try await logIn(bench))
            try await guess(bench)
            #expect(try await logIn(bench).status == 429)
            #expect(try await logIn(bench, cookie: mark).status == 303)
        }
    }

    @Test("has a limit of its own, so that a stolen mark is worth no more guesses than an address")
    func limited() async throws {
        try await ServiceBench.run { bench in
            let mark = try mark(of: try await logIn(bench))
            for _ in 0..<GuessLimit.wrongKeysPerMinute {
                #expect(try await logIn(bench, with: "a guess", cookie: mark).status == 401)
            }
            #expect(try await logIn(bench, cookie: mark).status == 429)
            // Its guesses cost nobody else anything.
            #expect(try await logIn(bench).status == 303)
        }
    }

    @Test("opens nothing by its mark, and is unknown by a forged, an old or another key's mark")
    func worthless() async throws {
        var foreign = ""
        try await ServiceBench.run(.usual.with(\.adminKey, AccessKey("another key"))) { bench in
            foreign = try mark(of: try await logIn(bench, with: "another key"))
        }
        try await ServiceBench.run { bench in
            let own = try mark(of: try await logIn(bench))
            let asSession = own.replacing("pushy_browser", with: "pushy_session")
            #expect(try await bench.client.send("GET", "/admin/tokens", headers: ["Cookie": asSession]).status == 401)
            try await guess(bench)
            for mark in [foreign, own + "x", "pushy_browser=a.99999999999.b"] {
                #expect(try await logIn(bench, cookie: mark).status == 429)
            }
            bench.moment.advance(by: 400 * 86_400)
            try await guess(bench)
            #expect(try await logIn(bench, cookie: own).status == 429)
        }
    }
}
