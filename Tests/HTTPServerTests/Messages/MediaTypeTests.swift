import HTTPServer
import Testing

@Suite("A media type")
struct MediaTypeTests {
    @Test("is read with its parameters, quoted or not")
    func parameters() throws {
        let type = try #require(MediaType("Multipart/Form-Data ; Boundary=\"a;\\\"b\" ; charset = utf-8"))
        #expect(type.essence == "multipart/form-data")
        #expect(type.parameters == ["boundary": "a;\"b", "charset": "utf-8"])
    }

    @Test("is none of these", arguments: ["", "json", "a/", "/b", "a/b/c", "a b/c"])
    func malformed(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test("that a route does not take is 415, with what it takes")
    func required() throws {
        let request = HTTPRequest(.post, "/", headers: ["Content-Type": "text/plain"])
        let problem = #expect(throws: HTTPProblem.self) { try request.requireContentType("application/json") }
        #expect(problem?.status == .unsupportedMediaType)
        #expect(problem?.detail == "The body must be application/json: say so in Content-Type.")
        let right = HTTPRequest(.post, "/", headers: ["content-type": "application/JSON; charset=utf-8"])
        try right.requireContentType("application/json")
        let latin = HTTPRequest(.post, "/", headers: ["Content-Type": "application/json; charset=iso-8859-1"])
        let charset = #expect(throws: HTTPProblem.self) { try latin.requireContentType("application/json") }
        #expect(charset?.status == .unsupportedMediaType)
        #expect(charset?.headers["Accept"] == "application/json; charset=utf-8")
    }
}
