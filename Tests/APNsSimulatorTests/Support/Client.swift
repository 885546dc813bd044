import APNsSimulator
import HTTP2
import Synchronization

/// A client with one connection to a simulator, that a test asks and awaits.
final class Client: Sendable {
    /// What became of a request.
    enum Outcome: Hashable, Sendable {
        case answered(Answer)
        case lost(StreamLoss)
    }

    struct Answer: Hashable, Sendable {
        let status: Int
        let body: String
        let identifier: String
        let retryAfter: String?
    }

    /// A request; the fields are those of a notification that passes every check.
    struct Request: Sendable {
        var method = "POST"
        var path = "/3/device/" + String(repeating: "ab", count: 32)
        var fields = [
            HeaderField("apns-topic", "com.example.app"), HeaderField("apns-push-type", "alert"),
            HeaderField("authorization", "bearer \(ProviderTokens.fresh)"),
        ]
        var body = #"{"aps":{"alert":"Hello"}}"#

        subscript(name: String) -> String? {
            get { fields.first { $0.name == name }?.value }
            set {
                fields.removeAll { $0.name == name }
                if let newValue { fields.append(HeaderField(name, newValue)) }
            }
        }
    }

    private let loop = EventLoop()
    private let simulator: APNsSimulator
    private let state = Mutex(State())

    private struct State {
        var session: LoopBound<ClientSession>?
        var waiting: [(Request, UInt64)] = []
        var answers: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
        var lastTag: UInt64 = 0
        var streamLimits: [Int] = []
        var goAways: [GoAway] = []
        var end: ConnectionEnd?
        var watchers: [CheckedContinuation<ConnectionEnd, Never>] = []
    }

    init(_ simulator: APNsSimulator) throws {
        self.simulator = simulator
        let tls = try TLSContext.client(trusting: .certificates(simulator.authorityText))
        let endpoint = simulator.endpoint ?? Endpoint(host: "127.0.0.1", port: 0)
        loop.execute { [self] in
            let configuration = ClientSession.Configuration(responseFields: FieldNames("apns-id", "retry-after"))
            let session = ClientSession(
                to: endpoint,
                tls: tls,
                configuration: configuration,
                on: loop,
                handler: Handler(self)
            )
            state.withLock { $0.session = LoopBound(session, on: loop) }
        }
    }

    deinit {
        loop.stop()
    }

    /// Sends a request and waits for what becomes of it.
    func send(_ request: Request = Request()) async -> Outcome {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.lastTag += 1
                state.waiting.append((request, state.lastTag))
                state.answers[state.lastTag] = continuation
            }
            loop.execute { [self] in state.withLock { $0.session }?.value.sendSoon() }
        }
    }

    /// Sends a request that should be answered, and gives status and body.
    func answer(_ request: Request = Request()) async -> Answer? {
        guard case .answered(let answer) = await send(request) else { return nil }
        return answer
    }

    /// The stream limits that the connection has seen, the first included.
    var streamLimits: [Int] { state.withLock { $0.streamLimits } }

    /// The GOAWAYs that the connection has seen.
    var goAways: [GoAway] { state.withLock { $0.goAways } }

    /// Waits for the end of the connection, and gives its cause.
    func ended() async -> ConnectionEnd {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state in
                if state.end == nil { state.watchers.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    private func finish(_ tag: UInt64, _ outcome: Outcome) {
        state.withLock { $0.answers.removeValue(forKey: tag) }?.resume(returning: outcome)
    }

    private func fill(_ session: ClientSession, room: Int) {
        let now = state.withLock { state in
            defer { state.waiting.removeFirst(min(room, state.waiting.count)) }
            return Array(state.waiting.prefix(room))
        }
        for (request, tag) in now {
            let prepared = PreparedRequest(
                method: request.method,
                authority: "localhost",
                pathPrefix: request.path,
                fields: request.fields,
                body: Array(request.body.utf8)
            )
            let none: [UInt8] = []
            _ = session.submit(prepared, pathSuffix: none.span, varyingValue: none.span, tag: tag)
        }
    }

    private final class Handler: ClientSessionHandler {
        private let client: Client

        init(_ client: Client) { self.client = client }

        func sessionOpened(_ session: ClientSession) {
            client.state.withLock { $0.streamLimits.append(session.streamLimit) }
        }

        func session(_ session: ClientSession, canSend room: Int) { client.fill(session, room: room) }

        func session(_ session: ClientSession, answered tag: UInt64, with response: borrowing ReceivedMessage) {
            let body = response.body.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
            client.finish(
                tag,
                .answered(
                    Answer(
                        status: response.status,
                        body: body,
                        identifier: response.text(of: 0) ?? "",
                        retryAfter: response.text(of: 1)
                    )
                )
            )
        }

        func session(_ session: ClientSession, lost tag: UInt64, to loss: StreamLoss) {
            client.finish(tag, .lost(loss))
        }

        func session(_ session: ClientSession, changedStreamLimit limit: Int) {
            client.state.withLock { $0.streamLimits.append(limit) }
        }

        func session(_ session: ClientSession, isGoingAway goAway: GoAway) {
            client.state.withLock { $0.goAways.append(goAway) }
        }

        func session(_ session: ClientSession, ended cause: ConnectionEnd) {
            let (left, watchers) = client.state.withLock { state in
                state.end = cause
                return (state.answers.keys.sorted(), state.watchers)
            }
            for watcher in watchers { watcher.resume(returning: cause) }
            for tag in left { client.finish(tag, .lost(.connectionLost)) }
        }
    }
}
