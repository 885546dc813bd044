import HTTPServer
import Testing

@Suite("A multipart form")
struct MultipartFormTests {
    private static func parse(_ body: String, boundary: String = "xyz") throws -> MultipartForm {
        try MultipartForm(parsing: Array(body.utf8), boundary: boundary)
    }

    @Test("gives each part its name, file name, type and bytes")
    func parts() throws {
        let form = try Self.parse(
            "preamble\r\n--xyz\r\nContent-Disposition: form-data; name=\"value\"; filename=\"a \\\"b\\\".bin\"\r\n"
                + "content-type: application/octet-stream\r\n\r\nline\r\n--xy\r\n\r\n--xyz  \r\n"
                + "Content-Disposition: form-data; name=metadata\r\n\r\n{}\r\n--xyz--\r\nepilogue"
        )
        #expect(form.parts.count == 2)
        let value = try #require(form["value"])
        #expect(value.filename == "a \"b\".bin")
        #expect(value.contentType == "application/octet-stream")
        #expect(String(decoding: value.bytes, as: UTF8.self) == "line\r\n--xy\r\n")
        #expect(form["metadata"]?.filename == nil)
        #expect(form["metadata"]?.bytes == Array("{}".utf8))
    }

    @Test("keeps all 256 byte values as they are, an empty part included")
    func rawBytes() throws {
        let all = (0...255).map(UInt8.init) + [0x0d] + [0x0d, 0x0a, 0x2d, 0x2d]
        var body = Array("--b\r\nContent-Disposition: form-data; name=\"v\"\r\n\r\n".utf8) + all
        body += Array("\r\n--b\r\nContent-Disposition: form-data; name=\"e\"\r\n\r\n\r\n--b--".utf8)
        let form = try MultipartForm(parsing: body, boundary: "b")
        #expect(form["v"]?.bytes == all)
        #expect(form["e"]?.bytes == [])
    }

    @Test(
        "that is broken is 400",
        arguments: [
            "", "--xyz", "--xyz\r\n", "--other--\r\n",
            "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nno end",
            "--xyz\r\nno empty line\r\n--xyz--",
            "--xyz\r\n\r\nno disposition\r\n--xyz--",
            "--xyz\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--xyz--",
            "--xyzzy\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n--xyz--",
        ]
    )
    func broken(body: String) {
        let problem = #expect(throws: HTTPProblem.self) { try Self.parse(body) }
        #expect(problem?.status == .badRequest)
    }

    @Test("without a boundary is 400, and with another type 415")
    func type() {
        let noBoundary = HTTPRequest(.post, "/", headers: ["Content-Type": "multipart/form-data"])
        #expect(#expect(throws: HTTPProblem.self) { try noBoundary.multipartForm() }?.status == .badRequest)
        let json = HTTPRequest(.post, "/", headers: ["Content-Type": "application/json"])
        #expect(#expect(throws: HTTPProblem.self) { try json.multipartForm() }?.status == .unsupportedMediaType)
    }
}
