extension Router {
    /// What is to become of a request whose header is there.
    enum Decision: Sendable {
        /// The route's handler answers when the body is read.
        case handle(Route)
        /// This is the answer, whatever the body is.
        case answer(HTTPResponse)
    }

    /// Decides by the header alone, and fills in the request's parameters. `announcedByteCount` is what
    /// `Content-Length` says: nil when the body is chunked or there is none.
    func decide(_ request: inout HTTPRequest, announcedByteCount: Int?) -> Decision {
        do throws(HTTPProblem) {
            try RequestTarget.normalise(&request.target, for: request.method)
            guard let route = try route(for: &request) else { return .answer(allowedMethods(of: request)) }
            if let announcedByteCount, announcedByteCount > route.bodyLimit {
                throw .bodyTooLong(limit: route.bodyLimit)
            }
            if let problem = route.admission?(request) { throw problem }
            if request.method.carriesBody, let problem = request.codingProblem { throw problem }
            return .handle(route)
        } catch {
            return .answer(render(error, for: request))
        }
    }

    /// The answer of a route's handler.
    func answer(
        _ request: HTTPRequest,
        by route: Route,
        report: (HTTPServerReport) -> Void = { _ in }
    ) async -> HTTPResponse {
        do {
            return try await route.handler(request)
        } catch let problem as HTTPProblem {
            return render(problem, for: request)
        } catch {
            report(.handlerFailed(method: request.method, path: String(request.path), error: error))
            let problem = HTTPProblem(.internalServerError, "Something failed here; the server's log says what.")
            return render(problem, for: request)
        }
    }

    /// The answer to a request that is whole, as the server gives it: for tests without a socket.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        var request = request
        switch decide(&request, announcedByteCount: request.body.count) {
        case .handle(let route): return await answer(request, by: route)
        case .answer(let response): return response
        }
    }

    /// A problem in the form that its path wants.
    func render(_ problem: HTTPProblem, for request: HTTPRequest) -> HTTPResponse {
        for rendering in renderings where request.target.utf8.starts(with: rendering.prefix.utf8) {
            return rendering.render(problem, request)
        }
        return HTTPResponse(problem)
    }
}

extension Router {
    /// The route of a request; nil when the request asks for the path's methods.
    private func route(for request: inout HTTPRequest) throws(HTTPProblem) -> Route? {
        if let routes = literalRoutes[request.target], let route = routes.route(for: request.method) { return route }
        guard request.target != "*" else { return nil }
        let segments = try RequestTarget.segments(of: request.target)
        var found: (route: Route, values: [String])?
        var allowed: Set<HTTPMethod> = []
        _ = tree.walk(segments[...]) { routes, values in
            allowed.formUnion(routes.keys)
            guard let route = routes.route(for: request.method) else { return false }
            found = (route, values)
            return true
        }
        if let found {
            request.parameters = RouteParameters(names: found.route.parameterNames, values: found.values)
            return found.route
        }
        guard !allowed.isEmpty else { throw .nothing(at: request.path) }
        if request.method == .options { return nil }
        throw .methodNotAllowed(request.method, allowed: Self.allow(allowed))
    }

    /// The answer to OPTIONS.
    private func allowedMethods(of request: HTTPRequest) -> HTTPResponse {
        var allowed = Set(HTTPMethod.answerable)
        if request.target != "*", let segments = try? RequestTarget.segments(of: request.target) {
            allowed = []
            _ = tree.walk(segments[...]) { routes, _ in
                allowed.formUnion(routes.keys)
                return false
            }
        }
        return HTTPResponse(.noContent, headers: ["Allow": Self.allow(allowed)])
    }

    /// The value of `Allow` (RFC 9110 §10.2.1).
    private static func allow(_ methods: Set<HTTPMethod>) -> String {
        HTTPMethod.answerable
            .filter { $0 == .options || methods.contains($0) || ($0 == .head && methods.contains(.get)) }
            .map(\.rawValue)
            .joined(separator: ", ")
    }
}

extension [HTTPMethod: Route] {
    /// The route of a method; HEAD falls back on GET.
    fileprivate func route(for method: HTTPMethod) -> Route? {
        self[method] ?? (method == .head ? self[.get] : nil)
    }
}
