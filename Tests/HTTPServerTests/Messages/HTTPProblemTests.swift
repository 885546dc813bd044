import HTTPServer
import Testing

@Suite("A problem")
struct HTTPProblemTests {
    @Test("is JSON with the four members, and whatever stands in its detail")
    func json() {
        let problem = HTTPProblem(.notFound, "No \"a\\b\"\n here.")
        #expect(
            String(decoding: problem.json, as: UTF8.self)
                == #"{"type":"about:blank","title":"Not Found","status":404,"detail":"No \"a\\b\"\u000a here."}"#
        )
    }
}
