import HTTPServer
import Testing

@Suite("Header fields")
struct HTTPHeadersTests {
    @Test("are found whatever the case, those of one name in their order, or joined")
    func lookup() {
        var headers: HTTPHeaders = ["Content-Type": "text/plain", "X-A": "1"]
        headers.add("x-a", "2")
        #expect(headers["content-TYPE"] == "text/plain")
        #expect(headers["X-a"] == "1, 2")
        #expect(headers.values(of: "X-A") == ["1", "2"])
        #expect(headers["X"] == nil)
        #expect(headers.contains("x-A"))
    }

    @Test("are replaced and removed by name")
    func replace() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
        headers["A"] = "4"
        #expect(headers.map { "\($0.name)=\($0.value)" } == ["B=2", "A=4"])
        headers["b"] = nil
        #expect(headers.map(\.name) == ["A"])
    }

    @Test("cannot begin another header line, nor end early")
    func injection() {
        var headers = HTTPHeaders()
        headers.add("Location", "/a\r\nSet-Cookie: b\0c")
        #expect(headers["Location"] == "/a  Set-Cookie: b c")
        headers.add("Empty", "")
        #expect(headers["Empty"] == "")
    }
}
