import HTTPServer
import PushyCore

/// `/tokens`: an app registers its token, and takes it back; which app, its key says.
struct TokenRoutes: Sendable {
    /// The longest body in bytes: a token of 512 digits fits several times.
    static let bodyLimit = 4_096

    let spaces: AppSpaces

    func add(to router: inout Router, through apps: AppRouter) {
        apps.register(.post, "/tokens", bodyLimit: Self.bodyLimit, in: &router) { request, caller in
            let registry = try await spaces.space(of: caller).registry
            let body = try TokenRequest(request)
            let registration = try await registry.register(body.token, pro: body.pro, environment: body.environment)
            return AppRouter.Outcome(status: registration.rawValue)
        }
        apps.register(.delete, "/tokens", bodyLimit: Self.bodyLimit, in: &router) { request, caller in
            let registry = try await spaces.space(of: caller).registry
            return AppRouter.Outcome(status: try await registry.remove(TokenRequest(request).token).rawValue)
        }
    }
}
