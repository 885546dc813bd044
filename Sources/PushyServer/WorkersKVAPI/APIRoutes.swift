import Foundation
import HTTPServer
import PushyCore

/// Adds routes whose errors are answered in Cloudflare's envelope.
struct APIRoutes {
    typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// A longer body is read on another thread: of 100 MB that takes a second, in which the server's own has apps to answer.
    private static let quickByteCount = 64 << 10

    private(set) var router: Router
    let admission: Router.Admission
    let now: @Sendable () -> Date

    init(router: Router, admission: @escaping Router.Admission, now: @escaping @Sendable () -> Date) {
        self.router = router
        self.admission = admission
        self.now = now
    }

    /// Adds a route. What its handler throws becomes an answer, unless it is unknown here.
    ///
    /// The operation is what Cloudflare's messages call it: `get` of `get: 'key not found'`; nil where they call it nothing.
    mutating func add(
        _ method: HTTPMethod,
        _ pattern: String,
        operation: String? = nil,
        bodyLimit: Int = 0,
        _ handler: @escaping Handler
    ) {
        let now = now
        router.add(method, pattern, bodyLimit: bodyLimit, admission: admission) { request in
            if request.body.count > Self.quickByteCount { await Task.yield() }
            do {
                return try await handler(request)
            } catch {
                guard let failure = APIFailure(of: error, during: operation, at: now()) else { throw error }
                return failure.response
            }
        }
    }
}
