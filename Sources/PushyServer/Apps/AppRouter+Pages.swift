import HTTPServer

extension AppRouter {
    /// How long a browser may go by the answer to a preflight, in seconds; none goes by it for longer.
    private static let preflightLifetime = 7_200

    /// A router for addresses that web apps call from pages of their own, which are nearly always of another origin.
    ///
    /// Any origin may: a call is let in by the key that it presents, and by nothing that a browser adds on its own. Cookies
    /// are not among what it says a page may send.
    ///
    /// Source: WHATWG Fetch, "CORS protocol".
    var openToPages: AppRouter {
        var router = self
        router.finish = { $0.readableByPages }
        return router
    }

    /// Lets a browser ask whether a page may call an address, and lets the page read why it was refused.
    func addPreflight(of method: HTTPMethod, _ pattern: String, to router: inout Router) {
        router.add(.options, pattern) { _ in
            let response = HTTPResponse(
                .noContent,
                headers: [
                    "Allow": "\(method.rawValue), OPTIONS",
                    "Access-Control-Allow-Methods": method.rawValue,
                    "Access-Control-Allow-Headers": "X-App-Key, Authorization, Content-Type",
                    "Access-Control-Max-Age": String(Self.preflightLifetime),
                ]
            )
            return response.readableByPages
        }
        let prefix = pattern.prefix { $0 != "{" }
        router.renderProblems(under: String(prefix)) { problem, _ in HTTPResponse(problem).readableByPages }
    }
}

extension HTTPResponse {
    /// The answer, which pages of any origin may read.
    fileprivate var readableByPages: HTTPResponse {
        var response = self
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "Retry-After"
        return response
    }
}
