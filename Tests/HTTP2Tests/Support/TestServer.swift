import HTTP2

/// A server on a port of its own that does with each request what the test says.
final class TestServer: Sendable {
    typealias Behaviour = @Sendable (ServerSession, borrowing ReceivedMessage) -> Void

    let loop = EventLoop()
    let endpoint: Endpoint
    let trust: TLSContext.Trust
    private let listener: LoopBound<Listener>

    static let fields = FieldNames(":method", ":path", "apns-id", "content-type")
    static let pathField = 1
    static let identifierField = 2

    init(
        hosts: [String] = ["localhost", "127.0.0.1"],
        validity: CertificateAuthority.Validity = .tenYears,
        identity: CertificateAuthority.Identity? = nil,
        streamLimit: UInt32 = 100,
        speaksHTTP2: Bool = true,
        _ behaviour: @escaping Behaviour = TestServer.echo
    ) throws {
        let authority = try CertificateAuthority(named: "Test authority")
        let identity = try identity ?? authority.issue(for: hosts, validity: validity)
        trust = .certificates(authority.certificateText)
        let (chain, key) = (identity.certificateChain, identity.privateKey)
        let tls =
            speaksHTTP2
            ? try TLSContext.server(certificateChain: chain, privateKey: key)
            : try TLSContext.serverWithoutHTTP2(certificateChain: chain, privateKey: key)
        var configuration = ServerSession.Configuration(requestFields: Self.fields)
        configuration.streamLimit = streamLimit
        let listener = try Listener(
            on: Endpoint(host: "127.0.0.1", port: 0),
            tls: tls,
            configuration: configuration,
            loops: [loop],
            handler: { _ in Handler(behaviour) }
        )
        endpoint = Endpoint(host: "127.0.0.1", port: listener.endpoint.port)
        self.listener = LoopBound(handing: listener, to: loop)
    }

    deinit {
        loop.stop()
    }

    /// Answers 200, the request's `apns-id`, and as the body the request's path and its body.
    static let echo: Behaviour = { session, request in
        var body = Array((request.text(of: pathField) ?? "").utf8)
        for index in request.body.indices { body.append(request.body[index]) }
        let response = PreparedResponse(status: 200, varyingField: "apns-id", body: body)
        let identifier = Array((request.text(of: identifierField) ?? "").utf8)
        session.respond(to: request.streamID, with: response, varyingValue: identifier.span)
    }

    private final class Handler: ServerSessionHandler {
        private let behaviour: Behaviour

        init(_ behaviour: @escaping Behaviour) { self.behaviour = behaviour }

        func session(_ session: ServerSession, received request: borrowing ReceivedMessage) {
            behaviour(session, request)
        }

        func session(_ session: ServerSession, ended cause: ConnectionEnd) {}
    }
}
