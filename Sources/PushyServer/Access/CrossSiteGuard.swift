import HTTPServer
import PushyCore

/// Refuses what another site makes a logged-in browser do.
///
/// Three things stand in its way: the cookie that other sites' requests do not carry, what the browser says of where a
/// request comes from, and a token in each form that only the session's own pages know.
struct CrossSiteGuard: Sendable {
    let sessions: OwnerSessions

    /// Checks a request that changes something; the form's token may come in the header `X-Form-Token` instead.
    func check(_ request: HTTPRequest, from visitor: OwnerGate.Visitor, formToken: String?) throws(HTTPProblem) {
        // A program presents its key on purpose: nobody else can make it do so.
        guard let session = visitor.session else { return }
        try Self.checkOrigin(of: request)
        guard let formToken = formToken ?? request.headers["X-Form-Token"],
            sessions.isFormToken(formToken, of: session)
        else {
            throw HTTPProblem(
                .forbidden,
                "The form is not one of this session, perhaps because you logged in anew. Load the page again."
            )
        }
    }

    /// Checks what the browser says of where a request comes from; a client that says nothing is no browser of today.
    ///
    /// Pages that send no referrer give `null` as their origin, which says nothing either.
    ///
    /// Source: W3C Fetch Metadata, RFC 6454.
    static func checkOrigin(of request: HTTPRequest) throws(HTTPProblem) {
        if let site = request.headers["Sec-Fetch-Site"] {
            guard site == "same-origin" else { throw .otherSite }
            return
        }
        guard let origin = request.headers["Origin"], origin != "null" else { return }
        guard let authority = origin.split(separator: "/").last, let host = request.headers["Host"],
            origin.hasPrefix("http"), authority.lowercased() == host.lowercased()
        else { throw .otherSite }
    }
}

extension HTTPProblem {
    fileprivate static let otherSite = HTTPProblem(
        .forbidden,
        "The request came from another site's page. Use the forms at /admin."
    )
}
