import Foundation
import HTTPServer
import PushyCore

/// Adds the owner's routes: each is let in by the gate, answers its errors in the form that the caller reads, and bears
/// the headers of the owner's pages.
struct OwnerRouter: Sendable {
    /// What answers a request of the owner.
    typealias Handler = @Sendable (HTTPRequest, OwnerGate.Visitor) async throws -> HTTPResponse

    /// The longest form without a message, in bytes.
    static let formLimit = 4_096

    let gate: OwnerGate
    let crossSite: CrossSiteGuard
    let apps: Apps
    let now: @Sendable () -> Date

    /// Adds a route that only shows something.
    func show(_ pattern: String, in router: inout Router, _ handler: @escaping Handler) {
        addOpen(.get, pattern, to: &router) { request in
            await Self.leaveTheConnections()
            do {
                return try await handler(request, visitor(of: request))
            } catch let problem as HTTPProblem where problem.status == .unauthorized && request.prefersHTML {
                return LoginRoutes.redirect(backTo: request)
            }
        }
    }

    /// Adds a route that changes something by POST. A form is checked for its token before the handler sees it.
    func change(
        _ pattern: String,
        bodyLimit: Int = formLimit,
        in router: inout Router,
        _ handler: @escaping Handler
    ) {
        change(.post, pattern, bodyLimit: bodyLimit, in: &router, handler)
    }

    /// Adds a route that changes something by another method.
    func change(
        _ method: HTTPMethod,
        _ pattern: String,
        bodyLimit: Int = formLimit,
        in router: inout Router,
        _ handler: @escaping Handler
    ) {
        addOpen(method, pattern, bodyLimit: bodyLimit, isBodyOptional: true, to: &router) { request in
            await Self.leaveTheConnections()
            let visitor = try await visitor(of: request)
            let token = request.isForm ? try request.form()["formToken"] : nil
            try crossSite.check(request, from: visitor, formToken: token)
            return try await handler(request, visitor)
        }
    }

    /// Lets the owner in, for whom pages may have to be drawn.
    func visitor(of request: HTTPRequest) async throws -> OwnerGate.Visitor {
        var visitor = try await gate.admit(request)
        if request.prefersHTML { visitor.leadsToApps = AppPicker.isNeeded(among: try await apps.all()) }
        return visitor
    }

    /// Goes on on another thread: pages are reckoned and drawn for milliseconds, in which the server's own thread has apps
    /// to answer.
    static func leaveTheConnections() async {
        await Task.yield()
    }

    /// Adds a route that anybody may use.
    func addOpen(
        _ method: HTTPMethod,
        _ pattern: String,
        bodyLimit: Int = 0,
        isBodyOptional: Bool = false,
        to router: inout Router,
        _ handler: @escaping Router.Handler
    ) {
        router.add(method, pattern, bodyLimit: bodyLimit, isBodyOptional: isBodyOptional) { request in
            do {
                return try await handler(request).withOwnerHeaders(isSecure: request.isSecure)
            } catch {
                guard let problem = HTTPProblem(of: error, at: now()) else { throw error }
                return Self.render(problem, for: request)
            }
        }
    }

    /// An error in the form that the caller reads.
    static func render(_ problem: HTTPProblem, for request: HTTPRequest) -> HTTPResponse {
        let response = request.prefersHTML ? Page.problem(problem) : HTTPResponse(problem)
        return response.withOwnerHeaders(isSecure: request.isSecure)
    }
}

extension HTTPRequest {
    /// Whether a person reads the answer: browsers name HTML among what they accept, programs rarely do.
    var prefersHTML: Bool { headers["Accept"]?.contains("text/html") ?? false }

    /// Whether the body is a form's.
    var isForm: Bool { contentType?.essence == "application/x-www-form-urlencoded" }
}
