extension HTTPRequest {
    /// The type of the body; nil when the request names none that makes sense.
    public var contentType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }

    /// Checks that the body is of one of these types (`application/json`).
    ///
    /// - Throws: an ``HTTPProblem`` (415) that names them.
    public func requireContentType(_ essences: String...) throws(HTTPProblem) {
        guard let essence = contentType?.essence, essences.contains(essence) else {
            throw HTTPProblem(
                .unsupportedMediaType,
                "The body must be \(essences.joined(separator: " or ")): say so in Content-Type.",
                headers: ["Accept": essences.joined(separator: ", ")]
            )
        }
    }

    /// The fields of an application/x-www-form-urlencoded body.
    ///
    /// - Throws: an ``HTTPProblem``: 415 when the body is something else, 400 when it is broken.
    public func form() throws(HTTPProblem) -> FormFields {
        try requireContentType("application/x-www-form-urlencoded")
        return try FormFields(parsing: body)
    }

    /// The parts of a multipart/form-data body.
    ///
    /// - Throws: an ``HTTPProblem``: 415 when the body is something else, 400 when it is broken.
    public func multipartForm() throws(HTTPProblem) -> MultipartForm {
        try requireContentType("multipart/form-data")
        return try MultipartForm(parsing: body, boundary: contentType?.parameters["boundary"] ?? "")
    }
}
