import Dispatch
import HTTP2
import Testing

@Suite("A client session asks for signs of life")
struct ClientLivenessTests {
    @Test("and gives a connection up whose other end hangs")
    func stalled() async throws {
        let hang = DispatchSemaphore(value: 0)
        let server = try TestServer { _, _ in hang.wait() }
        defer { hang.signal() }
        let client = try TestClient(server) {
            $0.pingAfterSilence = .milliseconds(50)
            $0.pingTimeout = .milliseconds(50)
        }
        client.send(TestClient.request(body: "b"), tag: 1)

        let events = await client.next(3)
        #expect(events.suffix(2) == [.lost(tag: 1, .connectionLost), .ended(.stalled)])
    }

    @Test("and keeps one whose other end takes its time, but answers them")
    func slow() async throws {
        let server = try TestServer { session, request in
            let streamID = request.streamID
            session.loop.schedule(after: .milliseconds(200)) {
                session.respond(to: streamID, with: PreparedResponse(status: 200), varyingValue: [UInt8]().span)
            }
        }
        let client = try TestClient(server) {
            $0.pingAfterSilence = .milliseconds(20)
            $0.pingTimeout = .seconds(5)
        }
        client.send(tag: 1)

        let events = await client.next(2)
        #expect(events.last == .answered(tag: 1, status: 200, identifier: nil, body: ""))
    }
}
