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

    /// What looks at a request when only its header is there: a problem is the answer, and the body is never read.
    public typealias Admission = @Sendable (HTTPRequest) -> HTTPProblem?

    /// How problems beneath a prefix are shown.
    struct Rendering: Sendable {
        let prefix: String
        let render: @Sendable (HTTPProblem, HTTPRequest) -> HTTPResponse
    }

    /// The routes without parameters, found at once.
    private(set) var literalRoutes: [String: [HTTPMethod: Route]] = [:]
    private(set) var tree = RouteTree()
    private(set) var renderings: [Rendering] = []

    /// All routes, in the order in which they were added.
    public private(set) var entries: [Entry] = []

    /// A route as it was added.
    public struct Entry: Hashable, Sendable {
        /// The method.
        public let method: HTTPMethod
        /// The path, with its parameters in braces.
        public let pattern: String
    }

    /// No routes.
    public init() {}

    /// Adds a route. A pattern that makes no sense, or a second route for the same method and path, is the
    /// programmer's error and stops the program.
    ///
    /// - Parameters:
    ///   - method: the method; `.get` answers HEAD too.
    ///   - pattern: the path, as the type's comment has it.
    ///   - bodyLimit: the longest body in bytes; a longer one is 413. With 0, the route takes none, and a POST needs no
    ///     length.
    ///   - isBodyOptional: whether a POST, PUT or PATCH may come without a length, and so without a body; else it is 411.
    ///   - admission: looks at the header before the body is read, so that nobody without a key uploads 100 MB.
    ///   - handler: what answers.
    public mutating func add(
        _ method: HTTPMethod,
        _ pattern: String,
        bodyLimit: Int = 0,
        isBodyOptional: Bool = false,
        admission: Admission? = nil,
        _ handler: @escaping Handler
    ) {
        let parsed = RoutePattern(pattern)
        let route = Route(
            bodyLimit: bodyLimit,
            isBodyOptional: isBodyOptional || bodyLimit == 0,
            parameterNames: parsed.parameterNames,
            admission: admission,
            handler: handler
        )
        if let path = parsed.literalPath { literalRoutes[path, default: [:]][method] = route }
        let isNew = tree.add(route, method, at: parsed.segments[...])
        precondition(isNew, "There are two routes for \(method.rawValue) \(pattern).")
        entries.append(Entry(method: method, pattern: pattern))
    }

    /// Has every problem of paths that begin with the prefix (404, 405, 413 …) shown in another form than problem+json,
    /// such as an API's envelope, or what the request prefers. The longest prefix that fits counts.
    public mutating func renderProblems(
        under prefix: String,
        as render: @escaping @Sendable (HTTPProblem, HTTPRequest) -> HTTPResponse
    ) {
        renderings.append(Rendering(prefix: prefix, render: render))
        renderings.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
    }
}
