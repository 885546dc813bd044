import HTTP2
import Synchronization

/// A client whose session's events a test can wait for.
final class TestClient: Sendable {
    enum Event: Hashable, Sendable {
        case opened(streamLimit: Int)
        case answered(tag: UInt64, status: Int, identifier: String?, body: String)
        case lost(tag: UInt64, StreamLoss)
        case streamLimit(Int)
        case goingAway(GoAway)
        case ended(ConnectionEnd)
    }

    let loop = EventLoop()
    /// Kept, because Swift may let a test's server go after its last mention.
    private let server: TestServer?
    private let events: AsyncStream<Event>
    private let session: Mutex<LoopBound<ClientSession>?>
    private let requests: Mutex<[(PreparedRequest, path: String, identifier: String, tag: UInt64)]>

    init(
        _ endpoint: Endpoint,
        trusting trust: TLSContext.Trust,
        server: TestServer? = nil,
        configure: @Sendable (inout ClientSession.Configuration) -> Void = { _ in }
    ) throws {
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        self.server = server
        session = Mutex(nil)
        requests = Mutex([])
        var configuration = ClientSession.Configuration(responseFields: FieldNames("apns-id"))
        configure(&configuration)
        let tls = try TLSContext.client(trusting: trust)
        loop.execute { [self, configuration] in
            let made = ClientSession(
                to: endpoint,
                tls: tls,
                configuration: configuration,
                on: loop,
                handler: Handler(self, sink)
            )
            session.withLock { $0 = LoopBound(made, on: loop) }
        }
    }

    convenience init(
        _ server: TestServer,
        configure: @Sendable (inout ClientSession.Configuration) -> Void = { _ in }
    ) throws {
        try self.init(server.endpoint, trusting: server.trust, server: server, configure: configure)
    }

    deinit {
        loop.stop()
    }

    /// The next events, as many as are asked for.
    func next(_ count: Int) async -> [Event] {
        // Swift may let the client go, and stop its loop, after its last mention in the test.
        defer { withExtendedLifetime(self) {} }
        var found: [Event] = []
        guard count > 0 else { return found }
        for await event in events {
            found.append(event)
            if found.count == count { break }
        }
        return found
    }

    /// The next event.
    func next() async -> Event? { await next(1).first }

    /// Sends a request as soon as there is room.
    func send(
        _ request: PreparedRequest = TestClient.request(),
        path: String = "",
        identifier: String = "",
        tag: UInt64 = 0
    ) {
        requests.withLock { $0.append((request, path, identifier, tag)) }
        withSession { $0.sendSoon() }
    }

    /// Does something with the session on its loop.
    func withSession(_ body: @escaping @Sendable (ClientSession) -> Void) {
        loop.execute { [self] in
            if let session = session.withLock({ $0 }) { body(session.value) }
        }
    }

    static func request(body: String = "") -> PreparedRequest {
        PreparedRequest(
            method: "POST",
            authority: "localhost",
            pathPrefix: "/3/device/",
            fields: [HeaderField("apns-topic", "t")],
            varyingField: "apns-id",
            body: Array(body.utf8)
        )
    }

    private func fill(_ session: ClientSession, room: Int) {
        let now = requests.withLock { waiting in
            defer { waiting.removeFirst(min(room, waiting.count)) }
            return waiting.prefix(room)
        }
        for (request, path, identifier, tag) in now {
            _ = session.submit(
                request,
                pathSuffix: Array(path.utf8).span,
                varyingValue: Array(identifier.utf8).span,
                tag: tag
            )
        }
    }

    private final class Handler: ClientSessionHandler {
        private weak let client: TestClient?
        private let sink: AsyncStream<Event>.Continuation

        init(_ client: TestClient, _ sink: AsyncStream<Event>.Continuation) {
            self.client = client
            self.sink = sink
        }

        func sessionOpened(_ session: ClientSession) { sink.yield(.opened(streamLimit: session.streamLimit)) }

        func session(_ session: ClientSession, canSend room: Int) { client?.fill(session, room: room) }

        func session(_ session: ClientSession, answered tag: UInt64, with response: borrowing ReceivedMessage) {
            let body = response.body.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
            sink.yield(.answered(tag: tag, status: response.status, identifier: response.text(of: 0), body: body))
        }

        func session(_ session: ClientSession, lost tag: UInt64, to loss: StreamLoss) {
            sink.yield(.lost(tag: tag, loss))
        }

        func session(_ session: ClientSession, changedStreamLimit limit: Int) { sink.yield(.streamLimit(limit)) }

        func session(_ session: ClientSession, isGoingAway goAway: GoAway) { sink.yield(.goingAway(goAway)) }

        func session(_ session: ClientSession, ended cause: ConnectionEnd) {
            sink.yield(.ended(cause))
            sink.finish()
        }
    }
}
