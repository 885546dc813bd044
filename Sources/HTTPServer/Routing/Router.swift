/// Which handler answers which method and path.
///
/// ```swift
/// var router = Router()
/// router.add(.post, "/tokens", bodyLimit: 4096) { request in … }
/// router.add(.get, "/broadcasts/{id}") { request in … request.parameters["id"] … }
/// router.add(.get, "/values/{key...}") { request in … }
/// ```
///
/// A segment is literal, `{name}` (one segment, percent-decoded exactly once, so that an encoded `/` stays within it)
/// or, in the last place, `{name...}` (all the rest, slashes included, decoded once). A literal wins over a parameter,
/// and a parameter over a rest.
/// Without a route the answer is 404; with one for other methods only it is 405 with `Allow`. A GET route answers
/// HEAD too, and OPTIONS says what a path allows.
public struct Router: Sendable {
    /// What answers a request. A thrown ``HTTPProblem`` is the answer; any other error is reported, and is a 500.
    public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// No routes.
    public init() {}

    /// Adds a route.
    ///
    /// - Parameters:
    ///   - method: the method; `.get` answers HEAD too.
    ///   - pattern: the path, as the type's comment has it. One that makes no sense is the programmer's error and
    ///     stops the program.
    ///   - bodyLimit: the longest body in bytes; a longer one is 413. With 0, the route takes none.
    ///   - handler: what answers.
    public mutating func add(
        _ method: HTTPMethod,
        _ pattern: String,
        bodyLimit: Int = 0,
        _ handler: @escaping Handler
    ) {
    }

    /// Has the server's own errors for paths beneath a prefix (404, 405, 413 …) rendered in another form than
    /// problem+json, such as an API's envelope.
    public mutating func renderProblems(
        under prefix: String,
        as render: @escaping @Sendable (HTTPProblem) -> HTTPResponse
    ) {
    }

    /// The answer to a request that is whole, as the server gives it: for tests without a socket.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        HTTPResponse.problem(.notFound, "There is nothing at \(request.path).")
    }
}
