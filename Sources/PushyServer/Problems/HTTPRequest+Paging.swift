import HTTPServer

extension HTTPRequest {
    /// Where the list is to go on; nil at its beginning, which a form writes as an empty field.
    var cursor: String? { query["cursor"].flatMap { $0.isEmpty ? nil : $0 } }

    /// How many items the query asks for, from 1 up to a most.
    func limit(upTo most: Int, otherwise usual: Int) throws(HTTPProblem) -> Int {
        guard let text = query["limit"] else { return usual }
        guard let limit = Int(text), (1...most).contains(limit) else {
            throw HTTPProblem(.badRequest, "The limit must be a number from 1 to \(most).")
        }
        return limit
    }
}

extension HTTPProblem {
    /// A cursor that no list gave.
    static let cursorUnknown = HTTPProblem(
        .badRequest,
        "The cursor is none that a list gave. Send that of the page before as it came, or none to begin."
    )
}
