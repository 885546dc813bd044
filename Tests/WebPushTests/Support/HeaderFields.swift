import HTTP2

/// Fields of answers.
enum HeaderFields {
    static func location(_ url: String) -> HeaderField { HeaderField("Location", url) }
}
