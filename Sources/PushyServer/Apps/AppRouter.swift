import Foundation
import HTTPServer
import PushyCore

/// Adds the routes that apps call from anywhere: each is limited by address, let in by the gate, and counted.
struct AppRouter: Sendable {
    /// What answers a request of an app.
    typealias Handler = @Sendable (HTTPRequest, AppCaller) async throws -> HTTPResponse

    /// What a call came to, and whatever else the answer says.
    struct Outcome: Sendable {
        let status: String
        var members = JSONObject()
    }

    let gate: AppGate
    let limiter: RateLimiter
    let counters: RegistrationCounters
    let now: @Sendable () -> Date
    /// What is done to each answer that is no problem.
    var finish: @Sendable (HTTPResponse) -> HTTPResponse = { $0 }

    /// Adds a route that registers something or takes it back; its answer is what that came to.
    func register(
        _ method: HTTPMethod,
        _ pattern: String,
        bodyLimit: Int = 0,
        in router: inout Router,
        _ handler: @escaping @Sendable (HTTPRequest, AppCaller) async throws -> Outcome
    ) {
        add(method, pattern, bodyLimit: bodyLimit, to: &router) { request, caller in
            let outcome = try await handler(request, caller)
            counters.count(outcome.status)
            var json = outcome.members
            json["status"] = .string(outcome.status)
            return .json(JSONValue.object(json).written())
        }
    }

    /// Adds a route.
    func add(
        _ method: HTTPMethod,
        _ pattern: String,
        bodyLimit: Int = 0,
        to router: inout Router,
        _ handler: @escaping Handler
    ) {
        router.add(method, pattern, bodyLimit: bodyLimit, admission: admission) { request in
            do {
                return finish(try await handler(request, try await gate.caller(of: request)))
            } catch {
                guard let problem = HTTPProblem(of: error, at: now()) else { throw error }
                counters.countRefusal(problem.status)
                throw problem
            }
        }
    }

    /// Looks at the header before the body is read.
    private func admission(_ request: HTTPRequest) -> HTTPProblem? {
        let problem = limiter.problem(for: request.clientAddress) ?? gate.problem(of: request)
        if let problem { counters.countRefusal(problem.status) }
        return problem
    }
}
