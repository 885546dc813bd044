/// The methods that a route can answer.
///
/// Anything else is 501 before a route is looked for: CONNECT and TRACE have no business with an origin
/// server of this kind.
///
/// Source: RFC 9110 §9, RFC 5789 (PATCH).
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
}

extension HTTPMethod {
    /// Whether a request of this method is meant to carry a body, so that one without a length is an error (411).
    var carriesBody: Bool {
        switch self {
        case .post, .put, .patch: true
        case .get, .head, .delete, .options: false
        }
    }
}
