extension HTTPRequest {
    /// The type of the body; nil when the request names none that makes sense.
    public var contentType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }

    /// Checks that the body is of one of these types (`application/json`).
    ///
    /// - Throws: an ``HTTPProblem`` (415) that names them.
    public func requireContentType(_ essences: String...) throws(HTTPProblem) {
    }

    /// The value of a cookie; nil when the client sent none of this name.
    public func cookie(_ name: String) -> String? { nil }

    /// The fields of an application/x-www-form-urlencoded body.
    ///
    /// - Throws: an ``HTTPProblem``: 415 when the body is something else, 400 when it is broken.
    public func form() throws(HTTPProblem) -> FormFields { FormFields() }

    /// The parts of a multipart/form-data body.
    ///
    /// - Throws: an ``HTTPProblem``: 415 when the body is something else, 400 when it is broken.
    public func multipartForm() throws(HTTPProblem) -> MultipartForm { MultipartForm() }
}
