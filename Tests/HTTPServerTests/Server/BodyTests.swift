import HTTPServer
import Testing

@Suite("A body")
struct BodyTests {
    private static func post(_ fields: String, _ body: String, method: String = "POST") async throws -> String {
        try await withServer(routes: addEcho) { address, _ in
            try await RawClient.exchange(
                address,
                "\(method) /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)\r\n\r\n\(body)"
            )
        }
    }

    @Test(
        "comes whole to the handler, by length or by chunks",
        arguments: [
            ("Content-Length: 5", "hello"),
            ("Content-Length: 5 \t ", "hello"),
            ("Transfer-Encoding: chunked", "2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n"),
            ("Transfer-Encoding: CHUNKED", "5\r\nhello\r\n0\r\nTrailer: x\r\n\r\n"),
        ]
    )
    func whole(field: String, body: String) async throws {
        let answer = try await Self.post(field, body)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
        #expect(answer.hasSuffix("\r\n\r\nhello"))
    }

    @Test("comes with a DELETE as well")
    func delete() async throws {
        let answer = try await Self.post("Content-Length: 5", "hello", method: "DELETE")
        #expect(answer.hasSuffix("\r\n\r\nhello"))
    }

    @Test("of a DELETE may be missing, whatever type it claims")
    func deleteWithout() async throws {
        let answer = try await Self.post("Content-Type: application/json", "", method: "DELETE")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test("that announces too much is 413 before any of it comes")
    func tooLongByLength() async throws {
        let answer = try await Self.post("Content-Length: 1001", "")
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.contains("1000 bytes at most"))
    }

    @Test("that grows too long by chunks is 413")
    func tooLongByChunks() async throws {
        let chunk = "258\r\n" + String(repeating: "x", count: 600) + "\r\n"
        let answer = try await Self.post("Transfer-Encoding: chunked", chunk + chunk + "0\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }

    @Test("of a megabyte does not keep the client from reading its 413")
    func megabyte() async throws {
        let body = String(repeating: "x", count: 1_000_000)
        let answer = try await Self.post("Content-Length: 1000000", body)
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.hasSuffix("}"))
    }

    @Test("that is compressed is 415, with what is taken instead")
    func compressed() async throws {
        let answer = try await Self.post("Content-Encoding: gzip\r\nContent-Length: 5", "hello")
        #expect(answer.hasPrefix("HTTP/1.1 415 "))
        #expect(answer.contains("Accept-Encoding: identity"))
        let plain = try await Self.post("Content-Encoding: Identity\r\nContent-Length: 5", "hello")
        #expect(plain.hasSuffix("\r\n\r\nhello"))
    }

    @Test("is asked for when the client waits to be asked")
    func expectContinue() async throws {
        try await withServer(routes: addEcho) { address, _ in
            let client = try RawClient(address)
            await client.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
            )
            #expect(await client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            await client.send("ab")
            #expect(await client.receive().hasSuffix("\r\n\r\nab"))
        }
    }

    @Test("that is too long is not asked for")
    func expectRefused() async throws {
        let answer = try await Self.post("Expect: 100-continue\r\nContent-Length: 5000", "")
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }

    @Test("is not read when the route does not admit the request")
    func notAdmitted() async throws {
        let answer = try await withServer { router in
            let admission: Router.Admission = { _ in HTTPProblem(.unauthorized, "No key.") }
            router.add(.put, "/big", bodyLimit: 100_000_000, admission: admission) { _ in .text("in") }
        } _: { address, _ in
            try await RawClient.exchange(address, "PUT /big HTTP/1.1\r\nHost: a\r\nContent-Length: 90000000\r\n\r\n")
        }
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
    }

    @Test("of 5 MB is taken by a route that wants it, and sent back")
    func large() async throws {
        try await withServer { router in
            router.add(.put, "/big", bodyLimit: 5_000_000) { .bytes($0.body, contentType: "application/octet-stream") }
        } _: { address, _ in
            let client = try RawClient(address)
            await client.send("PUT /big HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5000000\r\n\r\n")
            await client.send([UInt8](repeating: 0x61, count: 5_000_000))
            let answer = await client.receive()
            #expect(answer.utf8.count > 5_000_000)
            #expect(answer.utf8.suffix(5_000_000).allSatisfy { $0 == 0x61 })
        }
    }
}
