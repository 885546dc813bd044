import PushyServer
import Testing

@Suite("The way to the owner's pages")
struct FindingTheWayTests {
    private let html = ["Accept": "text/html"]

    @Test("begins at the root for a browser, and for a browser only")
    func root() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.client.send("GET", "/", headers: html)
            #expect(browser.status == 303)
            #expect(browser.headers["Location"] == "/admin")
            let program = try await bench.client.send("GET", "/")
            #expect(program.status == 404)
            #expect(program.detail == "There is nothing at /. Apps use /tokens, the owner uses /admin.")
        }
    }

    @Test("that leads nowhere ends on a page in a browser, and with a problem in a program")
    func nowhere() async throws {
        try await ServiceBench.run { bench in
            let page = try await bench.client.send("GET", "/admin/nowhere", headers: html)
            #expect(page.status == 404)
            #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.headers["Content-Security-Policy"] != nil)
            #expect(page.body.contains(#"<a href="/admin">"#))
            let problem = try await bench.client.send("GET", "/admin/nowhere")
            #expect(problem.status == 404)
            #expect(problem.headers["Content-Type"] == "application/problem+json")
        }
    }

    @Test("through a list begins where the cursor is empty")
    func emptyCursor() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(1)
            let tokens = try await bench.owner("GET", "/admin/tokens?cursor=&limit=1")
            #expect(tokens.status == 200)
            #expect(try await bench.owner("GET", "/admin/broadcasts?cursor=").status == 200)
            #expect(try await bench.owner("GET", "/admin/broadcasts?cursor=x").status == 400)
        }
    }
}
