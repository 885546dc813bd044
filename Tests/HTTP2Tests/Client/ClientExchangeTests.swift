import HTTP2
import Testing

@Suite("A client session")
struct ClientExchangeTests {
    @Test("sends a request and is given the answer, with its own tag")
    func exchange() async throws {
        let server = try TestServer()
        let client = try TestClient(server)
        client.send(TestClient.request(body: "{}"), path: "abc", identifier: "one", tag: 7)

        #expect(await client.next() == .opened(streamLimit: 100))
        #expect(await client.next() == .answered(tag: 7, status: 200, identifier: "one", body: "/3/device/abc{}"))
    }

    @Test("keeps a thousand requests apart on one connection")
    func many() async throws {
        let server = try TestServer(streamLimit: 1_000)
        let client = try TestClient(server)
        let request = TestClient.request(body: "x")
        for tag in 0..<UInt64(5_000) { client.send(request, path: "\(tag)", identifier: "id\(tag)", tag: tag) }

        let answers = await Set(client.next(5_001).dropFirst())
        let expected = (0..<UInt64(5_000)).map {
            TestClient.Event.answered(tag: $0, status: 200, identifier: "id\($0)", body: "/3/device/\($0)x")
        }
        #expect(answers == Set(expected))
    }

    @Test("carries bodies larger than a frame, both ways")
    func largeBodies() async throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let body = String(repeating: "0123456789", count: 6_000)
        client.send(TestClient.request(body: body), path: "p")

        _ = await client.next()
        #expect(await client.next() == .answered(tag: 0, status: 200, identifier: "", body: "/3/device/p" + body))
    }

    @Test("keeps of a body what its limit allows, and drops the rest")
    func bodyLimit() async throws {
        let body = Array(repeating: UInt8(ascii: "y"), count: 1_000_000)
        let server = try TestServer { session, request in
            session.respond(
                to: request.streamID,
                with: PreparedResponse(status: 500, body: body),
                varyingValue: [UInt8]().span
            )
        }
        let client = try TestClient(server) { $0.responseBodyLimit = 10 }
        client.send()

        _ = await client.next()
        #expect(await client.next() == .answered(tag: 0, status: 500, identifier: nil, body: "yyyyyyyyyy"))
    }
}
