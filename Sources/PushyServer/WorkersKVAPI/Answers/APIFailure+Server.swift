import HTTPServer

extension APIFailure {
    /// A problem that the server found before a call was reached, or that admission had.
    ///
    /// (?) Cloudflare's codes for these are its gateway's; here they are the nearest of Workers KV's own.
    init(_ problem: HTTPProblem) {
        switch problem.status {
        case .unauthorized:
            self.init(.authentication, problem.status, "Authentication error", headers: problem.headers)
        case .tooManyRequests:
            self.init(.tooManyRequests, problem.status, problem.detail, headers: problem.headers)
        case .notFound, .methodNotAllowed, .notImplemented:
            self.init(.endpointMissing, problem.status, "endpoint does not exist", headers: problem.headers)
        case .contentTooLarge:
            self.init(.payloadTooLarge, problem.status, problem.detail, headers: problem.headers)
        case .requestTimeout, .internalServerError, .serviceUnavailable:
            self.init(.unavailable, problem.status, problem.detail, isWorthRetrying: true, headers: problem.headers)
        default:
            self.init(.invalidRequest, problem.status, problem.detail, headers: problem.headers)
        }
    }
}
