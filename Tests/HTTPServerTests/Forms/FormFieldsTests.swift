import HTTPServer
import Testing

@Suite("Form fields")
struct FormFieldsTests {
    @Test("are decoded once, with plus as a space")
    func decoded() throws {
        let fields = try FormFields(parsing: "title=50%25+off%2B&body=%C3%A9%0D%0A&empty&title=2&=x".utf8)
        #expect(fields["title"] == "50% off+")
        #expect(fields["body"] == "é\r\n")
        #expect(fields["empty"] == "")
        #expect(fields[""] == "x")
        #expect(fields.values(of: "title") == ["50% off+", "2"])
        #expect(fields["nope"] == nil)
    }

    @Test("that cannot be decoded are 400, with the name", arguments: ["good=1&bad=%zz", "bad=%e9", "bad=%"])
    func broken(text: String) {
        let problem = #expect(throws: HTTPProblem.self) { try FormFields(parsing: text.utf8) }
        #expect(problem?.status == .badRequest)
        #expect(problem?.detail.contains("\"bad\"") == true)
    }

    @Test("come from a query and from a body")
    func sources() throws {
        let request = HTTPRequest(
            .post,
            "/?limit=10&cursor=a%2Bb",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array("title=Hi".utf8)
        )
        #expect(request.query["cursor"] == "a+b")
        #expect(try request.form()["title"] == "Hi")
    }

    @Test("are not read from a body of another type")
    func wrongType() {
        let request = HTTPRequest(.post, "/", headers: ["Content-Type": "text/plain"], body: Array("a=b".utf8))
        #expect(throws: HTTPProblem.self) { try request.form() }
    }
}
