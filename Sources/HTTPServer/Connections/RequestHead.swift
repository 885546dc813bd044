import CMicroHTTPD

/// A request whose header is there, and what is wrong with it.
struct RequestHead {
    var request: HTTPRequest
    /// What `Content-Length` says; nil when the body is chunked or there is none.
    let announcedByteCount: Int?
    let isChunked: Bool
    /// What the header itself has wrong, whatever it asks for.
    let problem: HTTPProblem?

    /// Takes the header out of the library's buffer, on the connection's polling thread.
    init(of connection: Connection, line: RequestLine) {
        let limit = connection.core.configuration.headerLimit
        let (target, targetByteCount) = connection.state.withLock { ($0.target, $0.targetByteCount) }
        let method = HTTPMethod(rawValue: String(cString: line.method))
        let headerByteCount = MHDConnectionHeaderSize(connection.library.pointer)
        let reader = HeaderReader(connection.library, line: line, headerByteCount: headerByteCount)
        request = HTTPRequest(
            method ?? .get,
            target ?? "/",
            headers: reader.headers,
            remoteAddress: connection.remoteAddress,
            isSecure: connection.core.isSecure
        )
        announcedByteCount = reader.announcedByteCount
        isChunked = reader.isChunked
        problem =
            if headerByteCount > limit {
                .headerTooLong(limit: limit)
            } else if target == nil || targetByteCount != line.targetByteCount {
                .targetBroken
            } else if method == nil {
                .methodUnknown
            } else if reader.hostCount > 1 || (reader.hostCount == 0 && line.isVersion11) {
                .hostMissing
            } else if isChunked && (announcedByteCount != nil || !line.isVersion11) {
                .framedTwice
            } else {
                reader.problem
            }
    }

    /// Whether a body follows.
    var hasBody: Bool { isChunked || (announcedByteCount ?? 0) > 0 }

    /// What is to become of the request; fills in what the router and the trusted proxies know of it.
    mutating func decide(in core: ServerCore) -> Router.Decision {
        if let problem { return closing(core.router.render(problem, for: request)) }
        guard !core.isStopping else { return closing(core.router.render(.stopping, for: request)) }
        core.configuration.trustedProxies.identify(&request)
        let decision = core.router.decide(&request, announcedByteCount: announcedByteCount)
        if case .handle(let route) = decision, !route.isBodyOptional, request.method.carriesBody,
            !isChunked, announcedByteCount == nil
        {
            return closing(core.router.render(.lengthMissing, for: request))
        }
        return decision
    }

    /// Where one request ends and the next begins is not certain any more, so there is no next one.
    private func closing(_ response: HTTPResponse) -> Router.Decision {
        var response = response
        response.headers["Connection"] = "close"
        return .answer(response)
    }
}
