import HTTP2
import Testing

@Suite("A client session that is let down")
struct ClientFailureTests {
    @Test("says that a request was not processed when its stream is refused")
    func refusedStream() async throws {
        let server = try TestServer { session, request in session.reset(request.streamID, code: .refusedStream) }
        let client = try TestClient(server)
        client.send(tag: 3)

        let events = await client.next(2)
        #expect(events.last == .lost(tag: 3, .unprocessed))
    }

    @Test("says with which code a stream was reset")
    func resetStream() async throws {
        let server = try TestServer { session, request in session.reset(request.streamID, code: .internalError) }
        let client = try TestClient(server)
        client.send(TestClient.request(body: "b"), tag: 3)

        let events = await client.next(2)
        #expect(events.last == .lost(tag: 3, .reset(.internalError)))
    }

    @Test("gives a request up at its deadline, and goes on with the next")
    func deadline() async throws {
        let server = try TestServer { session, request in
            if request.text(of: TestServer.pathField) == "/3/device/answer" { TestServer.echo(session, request) }
        }
        let client = try TestClient(server) { $0.requestTimeout = .milliseconds(250) }
        client.send(tag: 1)

        let events = await client.next(2)
        #expect(events.last == .lost(tag: 1, .timedOut))
        client.send(path: "answer", tag: 2)
        #expect(await client.next() == .answered(tag: 2, status: 200, identifier: "", body: "/3/device/answer"))
    }

    @Test("tells what GOAWAY left unprocessed from what may still be answered, and ends after that")
    func goAway() async throws {
        let server = try TestServer { session, request in
            // The third stream, with number 5, sets it off; the first alone counts as taken.
            guard request.streamID == 5 else { return }
            session.goAway(lastStreamID: 1, debugData: Array(#"{"reason":"Shutdown"}"#.utf8))
            session.respond(to: 1, with: PreparedResponse(status: 200), varyingValue: [UInt8]().span)
        }
        let client = try TestClient(server)
        for tag in UInt64(1)...3 { client.send(TestClient.request(body: "b"), tag: tag) }

        let events = await client.next(6)
        let goAway = GoAway(lastStreamID: 1, code: .noError, debugData: Array(#"{"reason":"Shutdown"}"#.utf8))
        #expect(events.contains(.goingAway(goAway)))
        #expect(events.contains(.answered(tag: 1, status: 200, identifier: nil, body: "")))
        #expect(events.contains(.lost(tag: 2, .unprocessed)))
        #expect(events.contains(.lost(tag: 3, .unprocessed)))
        #expect(events.last == .ended(.closed) || events.last == .ended(.closedByPeer))
    }

    @Test("counts requests without an answer as lost when the connection is cut")
    func cut() async throws {
        let server = try TestServer { session, _ in session.drop() }
        let client = try TestClient(server)
        client.send(TestClient.request(body: "b"), tag: 1)

        let events = await client.next(3)
        #expect(events.suffix(2) == [.lost(tag: 1, .connectionLost), .ended(.reset)])
    }

    @Test("counts a request as lost when the connection is cut in the middle of its answer")
    func cutInTheMiddle() async throws {
        let server = try TestServer { session, request in
            let response = PreparedResponse(status: 200, body: Array(repeating: 1, count: 1_000))
            session.respondInPart(
                to: request.streamID,
                with: response,
                varyingValue: [UInt8]().span,
                bodyByteCount: 500
            )
        }
        let client = try TestClient(server)
        client.send(TestClient.request(body: "b"), tag: 1)

        let events = await client.next(3)
        #expect(events.suffix(2) == [.lost(tag: 1, .connectionLost), .ended(.reset)])
    }

    @Test("follows the other end's stream limit down to none and up again, and loses nothing")
    func streamLimit() async throws {
        let server = try TestServer(streamLimit: 2) { session, request in
            let isFirst = request.streamID == 1
            if isFirst { session.setStreamLimit(0) }
            TestServer.echo(session, request)
            if isFirst { session.loop.schedule(after: .milliseconds(20)) { session.setStreamLimit(1) } }
        }
        let client = try TestClient(server)
        for tag in UInt64(0)..<20 { client.send(path: "\(tag)", tag: tag) }

        let events = await client.next(23)
        #expect(events.contains(.streamLimit(0)) && events.contains(.streamLimit(1)))
        for tag in UInt64(0)..<20 {
            let answer = TestClient.Event.answered(tag: tag, status: 200, identifier: "", body: "/3/device/\(tag)")
            // The request that crossed the change on its way is refused, and would be sent again.
            #expect(events.contains(answer) || events.contains(.lost(tag: tag, .unprocessed)))
        }
    }

    @Test("hears no more of a request that it cancelled, sent or not")
    func cancelled() async throws {
        let server = try TestServer { session, request in
            if request.text(of: TestServer.pathField) == "/3/device/last" { TestServer.echo(session, request) }
        }
        let client = try TestClient(server)
        _ = await client.next()
        client.withSession { session in
            let (request, none) = (TestClient.request(body: "b"), [UInt8]())
            if let unsent = session.submit(request, pathSuffix: none.span, varyingValue: none.span, tag: 1) {
                session.cancel(streamID: unsent)
            }
            guard let sent = session.submit(request, pathSuffix: none.span, varyingValue: none.span, tag: 2) else {
                return
            }
            client.loop.schedule(after: .milliseconds(10)) {
                session.cancel(streamID: sent)
                client.send(path: "last", tag: 3)
            }
        }
        #expect(await client.next() == .answered(tag: 3, status: 200, identifier: "", body: "/3/device/last"))
    }

    @Test("ends in order when it is closed, after the answers that are due")
    func closeWhenAnswered() async throws {
        let server = try TestServer()
        let client = try TestClient(server)
        client.send(tag: 1)
        _ = await client.next(2)
        client.withSession { $0.closeWhenAnswered() }

        #expect(await client.next() == .ended(.closed))
    }
}
