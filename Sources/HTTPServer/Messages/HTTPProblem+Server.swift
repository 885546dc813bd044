/// The problems that the server itself finds.
extension HTTPProblem {
    static func nothing(at path: Substring) -> HTTPProblem {
        HTTPProblem(.notFound, "There is nothing at \(path.prefix(200)): check the address.")
    }

    static func methodNotAllowed(_ method: HTTPMethod, allowed: String) -> HTTPProblem {
        HTTPProblem(
            .methodNotAllowed,
            "\(method.rawValue) is not possible here: use \(allowed).",
            headers: ["Allow": allowed]
        )
    }

    static func bodyTooLong(limit: Int) -> HTTPProblem {
        let rule = limit == 0 ? "This address takes no body." : "The body may be \(limit) bytes at most."
        return HTTPProblem(.contentTooLarge, rule + " Send a shorter one.")
    }

    static let lengthMissing = HTTPProblem(
        .lengthRequired,
        "The body has no length: send Content-Length, or Transfer-Encoding: chunked."
    )

    static let methodUnknown = HTTPProblem(
        .notImplemented,
        "This server does not know that method: use \(HTTPMethod.answerable.map(\.rawValue).joined(separator: ", "))."
    )

    static func headerTooLong(limit: Int) -> HTTPProblem {
        HTTPProblem(
            .headersTooLarge,
            "The header may be \(limit) bytes at most, request line included: send fewer or shorter fields."
        )
    }

    static let tooSlow = HTTPProblem(
        .requestTimeout,
        "The request did not arrive in time: send it again, on a faster line."
    )

    static let stopping = HTTPProblem(
        .serviceUnavailable,
        "The server is stopping: try again in a few seconds.",
        retryAfterSeconds: 5
    )

    static func tooManyConnections(limit: Int) -> HTTPProblem {
        HTTPProblem(
            .serviceUnavailable,
            "This address has \(limit) connections open, as many as it may: use one for several requests, or wait until some "
                + "are answered.",
            retryAfterSeconds: 1
        )
    }

    static let targetBroken = HTTPProblem(
        .badRequest,
        "The request target has a byte 0, or bytes that are not UTF-8: percent-encode it."
    )

    static let hostMissing = HTTPProblem(
        .badRequest,
        "An HTTP/1.1 request has exactly one Host field: add it."
    )

    static let coded = HTTPProblem(
        .unsupportedMediaType,
        "The body is compressed or otherwise coded: send it as it is, without Content-Encoding.",
        headers: ["Accept-Encoding": "identity"]
    )

    static let framedTwice = HTTPProblem(
        .badRequest,
        "The body's length is given in two ways, or in one that HTTP/1.0 has not: send Content-Length alone."
    )
}
