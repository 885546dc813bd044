import HTTPServer

/// An error as Cloudflare's API answers it: a code that programs tell it by, a sentence, and a status.
struct APIFailure: Error {
    let code: Code
    let status: HTTPStatus
    let message: String
    /// Whether the same request may come through later. An SDK that tries again at every 429 must be told when not to.
    let isWorthRetrying: Bool
    /// What the header of the answer says besides.
    var headers: HTTPHeaders

    init(
        _ code: Code,
        _ status: HTTPStatus,
        _ message: String,
        isWorthRetrying: Bool = false,
        headers: HTTPHeaders = [:]
    ) {
        self.code = code
        self.status = status
        self.message = message
        self.isWorthRetrying = isWorthRetrying
        self.headers = headers
    }

    /// Source: Workers KV API, error codes.
    enum Code: Int, Sendable {
        case authentication = 10000
        /// (?) The service cannot do it now.
        case unavailable = 10001
        case keyNotFound = 10009
        case namespaceNotFound = 10013
        case namespaceExists = 10014
        case missingTitle = 10019
        case tooManyRequests = 10022
        case payloadTooLarge = 10024
        case endpointMissing = 10025
        case invalidLimit = 10028
        case invalidRequest = 10029
        case keyTooLong = 10030
        case invalidExpiration = 10033
        case invalidExpirationTTL = 10034
        case invalidCursor = 10041
        case illegalKeyName = 10042
        case tooManyInBulk = 10046
        case invalidMetadata = 10047
        case freeLimitReached = 10048
    }
}

extension APIFailure {
    static let keyNotFound = APIFailure(.keyNotFound, .notFound, "key not found")
    static let namespaceNotFound = APIFailure(.namespaceNotFound, .notFound, "namespace not found")
    static let missingTitle = APIFailure(.missingTitle, .badRequest, "missing title")

    /// A request that cannot be understood.
    static func invalid(_ message: String) -> APIFailure {
        APIFailure(.invalidRequest, .badRequest, message)
    }

    /// The answer.
    var response: HTTPResponse {
        let envelope: JSONText = [
            "success": false,
            "errors": [["code": .integer(code.rawValue), "message": .string(message)]],
            "messages": [],
            "result": nil as JSONText,
        ]
        var response = HTTPResponse.json(envelope.bytes, status: status)
        for field in headers { response.headers.add(field.name, field.value) }
        if !isWorthRetrying { response.headers["x-should-retry"] = "false" }
        return response
    }
}
