/// An error as a client reads it: a status, and a sentence that says what happened and what to do.
///
/// A handler may throw one; the server answers it as `application/problem+json`.
///
/// Source: RFC 9457.
public struct HTTPProblem: Error, Hashable, Sendable {
    /// The status of the response.
    public var status: HTTPStatus
    /// The short name of the kind of problem; the status in words when nothing else is given.
    public var title: String
    /// The sentence for the one who made the request.
    public var detail: String
    /// A URI that identifies the kind of problem; `about:blank` says that the status tells all (RFC 9457 §4.2.1).
    public var type: String
    /// What the header of the response says besides (`Retry-After`, `Allow`, `WWW-Authenticate`).
    public var headers: HTTPHeaders

    /// A problem of this status; `retryAfterSeconds` is how long to wait before the request is worth repeating, and
    /// becomes `Retry-After`.
    public init(
        _ status: HTTPStatus,
        _ detail: String,
        title: String? = nil,
        type: String = "about:blank",
        headers: HTTPHeaders = [:],
        retryAfterSeconds: Int? = nil
    ) {
        self.status = status
        self.title = title ?? status.reason
        self.detail = detail
        self.type = type
        self.headers = headers
        if let retryAfterSeconds { self.headers["Retry-After"] = String(retryAfterSeconds) }
    }
}
