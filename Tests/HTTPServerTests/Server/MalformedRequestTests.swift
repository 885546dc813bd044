import HTTPServer
import Testing

@Suite("A malformed request")
struct MalformedRequestTests {
    @Test(
        "gets a problem with a sentence, and the connection is closed",
        arguments: [
            ("GET /page HTTP/1.1\r\n\r\n", 400, "Host"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "Host"),
            ("GET /pa\0ge HTTP/1.1\r\nHost: a\r\n\r\n", 400, "byte 0"),
            ("GET /pa ge HTTP/1.1\r\nHost: a\r\n\r\n", 400, "percent-encode"),
            ("GET page HTTP/1.1\r\nHost: a\r\n\r\n", 400, "slash"),
            ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400, "slash"),
            ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400, "two hex digits"),
            ("GET /\u{e9}%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400, "UTF-8"),
            ("GET /page?a=%z HTTP/1.1\r\nHost: a\r\n\r\n", 400, "percent-encoded"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX Y: b\r\n\r\n", 400, "name"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\n", 400, "name"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\n\r\n", 411, "Content-Length"),
            ("POST /echo HTTP/1.0\r\n\r\n", 411, "Content-Length"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, "one number"),
            (
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                400, "two ways"
            ),
            ("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "HTTP/1.0"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "chunked"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: five\r\n\r\n", 400, "one number"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400, "one number"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello", 400, "one number"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10, 10\r\n\r\n0123456789", 400, "one number"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n", 400, "one number"),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 400, "one number"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX-App-Key: key\0zz\r\n\r\n", 400, "control character"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX-App-Key: key\0zz\r\nX-B: c\r\n\r\n", 400, "control character"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX-App-Key: key\0\r\n\r\n", 400, "control character"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX-App-Key: k\u{1}ey\r\n\r\n", 400, "control character"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX-App-Key: key\u{7f}\r\n\r\n", 400, "control character"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX-App-Key: k\r\n ey\r\n\r\n", 400, "another line"),
            ("GET /page HTTP/1.1\r\nHost: a\r\nX-App-Key: k\rX-B: c\r\n\r\n", 400, "CR LF"),
            ("GET /page HTTP/1.1\r\nHost: a\nX-App-Key: k\r\n\r\n", 400, "CR LF"),
            ("BREW /page HTTP/1.1\r\nHost: a\r\n\r\n", 501, "GET"),
            ("TRACE /page HTTP/1.1\r\nHost: a\r\n\r\n", 405, "GET"),
        ]
    )
    func problem(request: String, status: Int, sentence: String) async throws {
        let answer = try await withServer(routes: addEcho) { address, _ in
            let client = try RawClient(address)
            await client.send(request)
            return await client.receive(until: "\"}")
        }
        #expect(RawAnswer(answer).isWhole, "\(answer)")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.contains("Content-Type: application/problem+json"))
        #expect(answer.contains(sentence), "\(answer)")
    }

    @Test("that names a field twice has the values joined, so that neither is taken for the one")
    func repeated() async throws {
        let answer = try await withServer { router in
            router.add(.get, "/key") { .text("<\($0.headers["X-App-Key"] ?? "")>") }
        } _: { address, _ in
            try await RawClient.exchange(
                address,
                "GET /key HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-App-Key: a\r\nX-App-Key: b\r\n\r\n"
            )
        }
        #expect(answer.hasSuffix("<a, b>"))
    }

    @Test("whose field has blanks around its value is none: they do not count")
    func blanks() async throws {
        let answer = try await withServer { router in
            router.add(.get, "/key") { .text("<\($0.headers["X-App-Key"] ?? "")>") }
        } _: { address, _ in
            try await RawClient.exchange(
                address,
                "GET /key HTTP/1.1\r\nHost: a\r\nX-App-Key: \t a\tb \t \r\nEmpty:  \r\nConnection: close\r\n\r\n"
            )
        }
        #expect(answer.hasSuffix("<a\tb>"), "\(answer)")
    }

    @Test("of a method that the path has not is 405 with Allow")
    func wrongMethod() async throws {
        let answer = try await withServer(routes: addEcho) { address, _ in
            try await RawClient.exchange(address, "PUT /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        }
        #expect(answer.hasPrefix("HTTP/1.1 405 "))
        #expect(answer.contains("Allow: GET, HEAD, OPTIONS"))
    }

    #if os(Linux)
        @Test(
            "that the library itself cannot read gets a problem too, and no HTML page",
            arguments: [
                ("GET /page HTTP/2.0\r\n\r\n", 505),
                ("GET /page\r\n\r\n", 400),
                ("GET /page HTTP/1.1\r\nno colon\r\n\r\n", 400),
                ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ]
        )
        func unreadable(request: String, status: Int) async throws {
            let answer = try await withServer(routes: addEcho) { address, _ in
                try await RawClient.exchange(address, request)
            }
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(answer.contains("Content-Type: application/problem+json"))
            #expect(answer.contains("\"status\":\(status)"))
            #expect(RawAnswer(answer).isWhole, "\(answer)")
            #expect(!answer.contains("<html>"))
        }
    #endif

    @Test("with a flood of header fields is 431", arguments: [20_000, 1_000_000])
    func flood(byteCount: Int) async throws {
        let field = "X-Flood: " + String(repeating: "x", count: 89) + "\r\n"
        let flood = String(repeating: field, count: byteCount / field.utf8.count)
        let answer = try await withServer(routes: addEcho) { address, _ in
            try await RawClient.exchange(address, "GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(flood)\r\n")
        }
        #expect(answer.hasPrefix("HTTP/1.1 431 "), "\(answer)")
        #expect(answer.contains("\"status\":431"))
    }

    @Test(
        "that is odd but legal is answered",
        arguments: [
            "GET /page HTTP/1.1\r\nHost: who.knows:1\r\nConnection: close\r\n\r\n",
            "GET http://elsewhere/page?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /p%61ge HTTP/1.1\r\nhost:a\r\nConnection: close\r\n\r\n",
            "\r\nGET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /page HTTP/1.0\r\n\r\n",
        ]
    )
    func odd(request: String) async throws {
        let answer = try await withServer(routes: addEcho) { address, _ in
            try await RawClient.exchange(address, request)
        }
        #expect(answer.contains(" 200 OK"), "\(answer)")
        #expect(answer.hasSuffix("page"))
    }
}
