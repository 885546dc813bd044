import Foundation
import HTTPServer
import PushyCore

/// `/tokens`: an app registers its token, and takes it back.
struct TokenRoutes: Sendable {
    /// The longest body in bytes: a token of 512 digits fits several times.
    static let bodyLimit = 4_096

    let registry: TokenRegistry
    let appKey: AccessKey
    let limiter: RateLimiter
    let counters: RegistrationCounters
    let now: @Sendable () -> Date

    func add(to router: inout Router) {
        router.add(.post, "/tokens", bodyLimit: Self.bodyLimit, admission: admission) { request in
            try await counting { try await register(request) }
        }
        router.add(.delete, "/tokens", bodyLimit: Self.bodyLimit, admission: admission) { request in
            try await counting { try await remove(request) }
        }
    }

    private func register(_ request: HTTPRequest) async throws -> String {
        let body = try TokenRequest(request)
        let registration = try await registry.register(body.token, pro: body.pro, environment: body.environment)
        return registration.rawValue
    }

    private func remove(_ request: HTTPRequest) async throws -> String {
        try await registry.remove(TokenRequest(request).token).rawValue
    }
}

extension TokenRoutes {
    /// Looks at the header before the body is read.
    private func admission(_ request: HTTPRequest) -> HTTPProblem? {
        let problem = limiter.problem(for: request.clientAddress) ?? keyCheck(request)
        if let problem { counters.countRefusal(problem.status) }
        return problem
    }

    private func keyCheck(_ request: HTTPRequest) -> HTTPProblem? {
        guard let presented = request.headers["X-App-Key"] else {
            return .appKeyRefused("The header X-App-Key is missing: send the app's key in it.")
        }
        guard appKey.matches(presented) else {
            return .appKeyRefused("The header X-App-Key does not hold the app's key: compare it with PUSHY_APP_KEY.")
        }
        return nil
    }

    /// Answers with the status that the call came to, and counts it.
    private func counting(_ call: () async throws -> String) async throws -> HTTPResponse {
        do {
            let status = try await call()
            counters.count(status)
            return .json(#"{"status":"\#(status)"}"#)
        } catch {
            guard let problem = HTTPProblem(of: error, at: now()) else { throw error }
            counters.countRefusal(problem.status)
            throw problem
        }
    }
}

extension HTTPProblem {
    fileprivate static func appKeyRefused(_ detail: String) -> HTTPProblem {
        HTTPProblem(.unauthorized, detail, headers: ["WWW-Authenticate": "X-App-Key"])
    }
}
