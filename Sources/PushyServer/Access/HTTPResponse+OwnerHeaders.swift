import HTTPServer

extension HTTPResponse {
    /// The response with what keeps the owner's pages to themselves: nothing is loaded from elsewhere, nothing runs that
    /// is not a file of ours, no other site may frame them, and nothing is kept on the way.
    ///
    /// Source: W3C Content Security Policy 3, RFC 6797 (HSTS), RFC 9111 §5.2.2.5 (no-store).
    func withOwnerHeaders(isSecure: Bool) -> HTTPResponse {
        var response = self
        response.headers["Content-Security-Policy"] = """
            default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; \
            form-action 'self'; frame-ancestors 'none'; base-uri 'none'
            """
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
        if isSecure { response.headers["Strict-Transport-Security"] = "max-age=31536000" }
        return response
    }
}
