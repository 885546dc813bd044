/// The status of a response: one of those that this server and its routes have a use for.
///
/// Source: RFC 9110 §15, RFC 6585 (428, 429, 431).
public enum HTTPStatus: Int, Hashable, Sendable {
    case ok = 200
    case created = 201
    case accepted = 202
    case noContent = 204
    case movedPermanently = 301
    case found = 302
    case seeOther = 303
    case notModified = 304
    case temporaryRedirect = 307
    case permanentRedirect = 308
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case notAcceptable = 406
    case requestTimeout = 408
    case conflict = 409
    case gone = 410
    case lengthRequired = 411
    case preconditionFailed = 412
    case contentTooLarge = 413
    case uriTooLong = 414
    case unsupportedMediaType = 415
    case expectationFailed = 417
    case unprocessableContent = 422
    case preconditionRequired = 428
    case tooManyRequests = 429
    case headersTooLarge = 431
    case internalServerError = 500
    case notImplemented = 501
    case badGateway = 502
    case serviceUnavailable = 503
    case gatewayTimeout = 504
    case versionNotSupported = 505
    case insufficientStorage = 507
}

extension HTTPStatus {
    /// The status in words, as RFC 9110 has them: the `title` of a problem.
    public var reason: String {
        switch self {
        case .ok: "OK"
        case .created: "Created"
        case .accepted: "Accepted"
        case .noContent: "No Content"
        case .movedPermanently: "Moved Permanently"
        case .found: "Found"
        case .seeOther: "See Other"
        case .notModified: "Not Modified"
        case .temporaryRedirect: "Temporary Redirect"
        case .permanentRedirect: "Permanent Redirect"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .notAcceptable: "Not Acceptable"
        case .requestTimeout: "Request Timeout"
        case .conflict: "Conflict"
        case .gone: "Gone"
        case .lengthRequired: "Length Required"
        case .preconditionFailed: "Precondition Failed"
        case .contentTooLarge: "Content Too Large"
        case .uriTooLong: "URI Too Long"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .expectationFailed: "Expectation Failed"
        case .unprocessableContent: "Unprocessable Content"
        case .preconditionRequired: "Precondition Required"
        case .tooManyRequests: "Too Many Requests"
        case .headersTooLarge: "Request Header Fields Too Large"
        case .internalServerError: "Internal Server Error"
        case .notImplemented: "Not Implemented"
        case .badGateway: "Bad Gateway"
        case .serviceUnavailable: "Service Unavailable"
        case .gatewayTimeout: "Gateway Timeout"
        case .versionNotSupported: "HTTP Version Not Supported"
        case .insufficientStorage: "Insufficient Storage"
        }
    }

    /// Whether a response of this status has no body by definition (RFC 9110 §6.4.1).
    var isBodiless: Bool { self == .noContent || self == .notModified }
}
