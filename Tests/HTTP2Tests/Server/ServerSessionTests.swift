import HTTP2
import Testing

@Suite("A server session")
struct ServerSessionTests {
    @Test("keeps a request's known fields, the first of each, and counts them")
    func fields() async throws {
        let server = try TestServer { session, request in
            let seen = [
                request.text(of: 0), request.text(of: TestServer.pathField), request.text(of: 3),
                String(request.occurrences(of: 3)), String(request.occurrences(of: TestServer.identifierField)),
            ]
            let body = Array(seen.map { $0 ?? "-" }.joined(separator: " ").utf8)
            session.respond(
                to: request.streamID,
                with: PreparedResponse(status: 200, body: body),
                varyingValue: [UInt8]().span
            )
        }
        let client = try TestClient(server)
        let request = PreparedRequest(
            method: "PUT",
            authority: "localhost",
            pathPrefix: "/x",
            fields: [
                HeaderField("Content-Language", "a"), HeaderField("content-type", "b"),
                HeaderField("Content-Type", "c"),
            ]
        )
        client.send(request, path: "?y", tag: 1)

        let events = await client.next(2)
        #expect(events.last == .answered(tag: 1, status: 200, identifier: nil, body: "PUT /x?y b 2 0"))
    }

    @Test("keeps of a body what its limit allows, and counts the rest")
    func body() async throws {
        let server = try TestServer { session, request in
            let body = Array("\(request.body.count) \(request.bodyByteCount)".utf8)
            session.respond(
                to: request.streamID,
                with: PreparedResponse(status: 200, body: body),
                varyingValue: [UInt8]().span
            )
        }
        let client = try TestClient(server)
        client.send(TestClient.request(body: String(repeating: "z", count: 300_000)), tag: 1)

        let events = await client.next(2)
        #expect(events.last == .answered(tag: 1, status: 200, identifier: nil, body: "65536 300000"))
    }

    @Test("answers later, and in another order, if it likes")
    func later() async throws {
        let server = try TestServer { session, request in
            guard request.streamID == 3 else { return }
            TestServer.echo(session, request)
            let late = PreparedResponse(status: 503)
            session.loop.schedule(after: .milliseconds(5)) {
                session.respond(to: 1, with: late, varyingValue: [UInt8]().span)
                // An answer to an answered stream, or to none, is left alone.
                session.respond(to: 1, with: late, varyingValue: [UInt8]().span)
                session.respond(to: 99, with: late, varyingValue: [UInt8]().span)
            }
        }
        let client = try TestClient(server)
        client.send(tag: 1)
        client.send(tag: 2)

        let events = await client.next(3)
        #expect(events.dropFirst().first == .answered(tag: 2, status: 200, identifier: "", body: "/3/device/"))
        #expect(events.last == .answered(tag: 1, status: 503, identifier: nil, body: ""))
    }

    @Test("has its last answers arrive before it closes, though requests are still coming")
    func lastAnswers() async throws {
        let server = try TestServer(streamLimit: 1_000) { session, request in
            guard request.streamID <= 201 else { return }
            TestServer.echo(session, request)
            if request.streamID == 201 { session.goAway(lastStreamID: 201) }
        }
        let client = try TestClient(server)
        let request = TestClient.request(body: String(repeating: "x", count: 2_000))
        for tag in UInt64(0)..<1_000 { client.send(request, tag: tag) }

        var answered = 0
        var unprocessed = 0
        for event in await client.next(1_002) {
            if case .answered = event { answered += 1 }
            if case .lost(_, .unprocessed) = event { unprocessed += 1 }
        }
        #expect(answered == 101 && unprocessed == 899)
    }
}
