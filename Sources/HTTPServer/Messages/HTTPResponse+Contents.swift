extension HTTPResponse {
    /// JSON that is bytes already.
    public static func json(_ bytes: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, headers: ["Content-Type": "application/json"], body: .bytes(bytes))
    }

    /// JSON that is text already.
    public static func json(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        json(Array(text.utf8), status: status)
    }

    /// A page.
    public static func html(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        bytes(Array(text.utf8), contentType: "text/html; charset=utf-8", status: status)
    }

    /// Plain text.
    public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        bytes(Array(text.utf8), contentType: "text/plain; charset=utf-8", status: status)
    }

    /// Bytes of a type that the caller names.
    public static func bytes(_ bytes: [UInt8], contentType: String, status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, headers: ["Content-Type": contentType], body: .bytes(bytes))
    }

    /// Sends the client elsewhere; 303 makes it a GET, as after a form.
    public static func redirect(to location: String, status: HTTPStatus = .seeOther) -> HTTPResponse {
        HTTPResponse(status, headers: ["Location": location])
    }

    /// Chunks as they come, of a type that the caller names.
    public static func stream<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, contentType: String) -> HTTPResponse
    where Chunks.Element == [UInt8] {
        HTTPResponse(.ok, headers: ["Content-Type": contentType], body: .stream(ByteStream(chunks)))
    }

    /// Server-sent events, until the sequence ends, the client leaves or the server stops.
    public static func events<Events: AsyncSequence & Sendable>(_ events: Events) -> HTTPResponse
    where Events.Element == ServerSentEvent {
        var response = stream(events.map(\.bytes), contentType: "text/event-stream")
        response.headers.add("Cache-Control", "no-store")
        response.headers.add("X-Accel-Buffering", "no")
        return response
    }
}

extension HTTPResponse {
    /// An error that the client can read (RFC 9457).
    public static func problem(_ status: HTTPStatus, _ detail: String) -> HTTPResponse {
        HTTPResponse(HTTPProblem(status, detail))
    }

    /// The problem as `application/problem+json`.
    public init(_ problem: HTTPProblem) {
        self.init(problem.status, headers: problem.headers, body: .bytes(problem.json))
        headers["Content-Type"] = "application/problem+json"
    }
}
