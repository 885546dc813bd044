import HTTPServer
import Testing

@Suite("A router")
struct RouterTests {
    private static func router() -> Router {
        var router = Router()
        router.add(.get, "/broadcasts") { _ in .text("all") }
        router.add(.get, "/broadcasts/newest") { _ in .text("newest") }
        router.add(.get, "/broadcasts/{id}") { .text("one \($0.parameters["id"] ?? "")") }
        router.add(.post, "/broadcasts/{id}/pause") { .text("pause \($0.parameters["id"] ?? "")") }
        router.add(.get, "/values/{key...}") { .text("value \($0.parameters["key"] ?? "")") }
        router.add(.put, "/values/{key...}", bodyLimit: 4) { .text("put \($0.body.count)") }
        return router
    }

    private static func answer(_ method: HTTPMethod, _ target: String, body: [UInt8] = []) async -> HTTPResponse {
        await router().respond(to: HTTPRequest(method, target, body: body))
    }

    @Test(
        "finds the most literal route",
        arguments: [
            ("/broadcasts", "all"),
            ("/broadcasts/newest", "newest"),
            ("/broadcasts/n%65west", "newest"),
            ("/broadcasts/7", "one 7"),
            ("/broadcasts?limit=1", "all"),
            ("http://host:80/broadcasts/7?a=b", "one 7"),
        ]
    )
    func literal(target: String, text: String) async {
        #expect(await Self.answer(.get, target).text == text)
    }

    @Test("decodes a segment exactly once, and keeps an encoded slash within it")
    func decodesOnce() async {
        #expect(await Self.answer(.get, "/broadcasts/a%2Fb%20c%3F%C3%A9%252F").text == "one a/b c?é%2F")
        #expect(await Self.answer(.get, "/broadcasts/a+b").text == "one a+b")
    }

    @Test(
        "takes the rest of the path, slashes and all",
        arguments: [
            ("/values/a", "value a"),
            ("/values/a/b%20c//d", "value a/b c//d"),
            ("/values//a", "value /a"),
            ("/values/a/", "value a/"),
            ("/values/a%2Fb", "value a/b"),
        ]
    )
    func rest(target: String, text: String) async {
        #expect(await Self.answer(.get, target).text == text)
    }

    @Test(
        "says 404 where there is nothing",
        arguments: ["/", "/nope", "/broadcasts/", "/values/", "/values", "/broadcasts/7/pause/x"]
    )
    func notFound(target: String) async {
        #expect(await Self.answer(.get, target).status == .notFound)
    }

    @Test("says 405, and what is allowed")
    func methodNotAllowed() async {
        let response = await Self.answer(.delete, "/broadcasts/7")
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers["allow"] == "GET, HEAD, OPTIONS")
        #expect(response.headers["content-type"] == "application/problem+json")
    }

    @Test("answers HEAD by the GET route, and OPTIONS with what is allowed")
    func headAndOptions() async {
        #expect(await Self.answer(.head, "/broadcasts/7").status == .ok)
        let options = await Self.answer(.options, "/values/a")
        #expect(options.status == .noContent)
        #expect(options.headers["Allow"] == "GET, HEAD, PUT, OPTIONS")
        #expect(await Self.answer(.options, "*").status == .noContent)
    }

    @Test(
        "says 400 to a target that cannot be decoded",
        arguments: [
            "/broadcasts/%zz", "/broadcasts/%4", "/broadcasts/a%00b", "/broadcasts/%ff", "/broadcasts?a=%f",
            "broadcasts",
            "*", "http://", "/a b", "/a\u{1}",
        ]
    )
    func badTarget(target: String) async {
        #expect(await Self.answer(.get, target).status == .badRequest)
    }

    @Test("says 413 to a body above the route's limit, and takes one at the limit")
    func bodyLimit() async {
        #expect(await Self.answer(.put, "/values/a", body: [1, 2, 3, 4]).text == "put 4")
        #expect(await Self.answer(.put, "/values/a", body: [1, 2, 3, 4, 5]).status == .contentTooLarge)
        #expect(await Self.answer(.post, "/broadcasts/7/pause", body: [1]).status == .contentTooLarge)
    }

    @Test("answers a problem that a handler throws, and hides any other error behind a 500")
    func handlerThrows() async {
        struct Secret: Error {}
        var router = Router()
        router.add(.get, "/problem") { _ in throw HTTPProblem(.conflict, "Twice.", retryAfterSeconds: 3) }
        router.add(.get, "/error") { _ in throw Secret() }
        let conflict = await router.respond(to: HTTPRequest(.get, "/problem"))
        #expect(conflict.status == .conflict)
        #expect(conflict.headers["Retry-After"] == "3")
        let failure = await router.respond(to: HTTPRequest(.get, "/error"))
        #expect(failure.status == .internalServerError)
        #expect(!failure.text.contains("Secret"))
    }

    @Test("asks a route's admission before its handler")
    func admission() async {
        var router = Router()
        let admission: Router.Admission = { $0.headers["Key"] == nil ? HTTPProblem(.unauthorized, "Key?") : nil }
        router.add(.get, "/", admission: admission) { _ in .text("in") }
        #expect(await router.respond(to: HTTPRequest(.get, "/")).status == .unauthorized)
        #expect(await router.respond(to: HTTPRequest(.get, "/", headers: ["key": "x"])).text == "in")
    }

    @Test("shows problems beneath a prefix in that prefix's form")
    func rendering() async {
        var router = Self.router()
        router.renderProblems(under: "/client/v4") { problem, _ in
            .json(#"{"success":false}"#, status: problem.status)
        }
        let inside = await router.respond(to: HTTPRequest(.get, "/client/v4/nope"))
        #expect(inside.text == #"{"success":false}"#)
        #expect(inside.status == .notFound)
        #expect(await router.respond(to: HTTPRequest(.get, "/nope")).text.contains("about:blank"))
    }
}

extension HTTPResponse {
    /// The body as text.
    var text: String {
        guard case .bytes(let bytes) = body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
