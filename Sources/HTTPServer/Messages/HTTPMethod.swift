/// The methods that are known here.
///
/// Anything else is 501 before a route is looked for: CONNECT has no business with an origin server. TRACE is known, and
/// no route answers it, since it would show a caller what proxies add to a request: so it is 405.
///
/// Source: RFC 9110 §9 and §15.5.6, RFC 5789 (PATCH).
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"

    /// The methods that a route can answer.
    static let answerable = allCases.filter { $0 != .trace }
}

extension HTTPMethod {
    /// Whether a request of this method is meant to carry a body, so that one without a length is an error (411).
    var carriesBody: Bool {
        switch self {
        case .post, .put, .patch: true
        case .get, .head, .delete, .options, .trace: false
        }
    }
}
