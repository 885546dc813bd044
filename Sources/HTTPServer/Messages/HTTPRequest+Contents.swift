extension HTTPRequest {
    /// The type of the body; nil when the request names none that makes sense.
    public var contentType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }

    /// Checks that the body is of one of these types (`application/json`), and in UTF-8 if it says in what.
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
        if let charset = contentType?.parameters["charset"], charset.lowercased() != "utf-8" {
            throw HTTPProblem(
                .unsupportedMediaType,
                "The body is said to be in \(charset.prefix(40)): send it in UTF-8.",
                headers: ["Accept": essences.map { "\($0); charset=utf-8" }.joined(separator: ", ")]
            )
        }
    }

    /// What is wrong with the coding of the body, of which none is undone here (RFC 9110 §15.5.16).
    var codingProblem: HTTPProblem? {
        guard let coding = headers["Content-Encoding"], coding.lowercased() != "identity" else { return nil }
        return .coded
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
