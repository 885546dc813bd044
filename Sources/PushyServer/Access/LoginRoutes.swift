import HTTPServer
import PushyCore

/// Logging in and out with a browser.
struct LoginRoutes: Sendable {
    let gate: OwnerGate

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.addOpen(.get, "/admin/login", to: &router) { request in
            Page.login(next: request.query["next"]).response
        }
        owner.addOpen(.post, "/admin/login", bodyLimit: OwnerRouter.formLimit, to: &router, logIn)
        owner.change("/admin/logout", in: &router, logOut)
    }

    /// Where somebody goes who has to log in first, and comes back from.
    static func redirect(backTo request: HTTPRequest) -> HTTPResponse {
        let path = String(request.path)
        return .redirect(to: path == "/admin" ? "/admin/login" : "/admin/login?next=\(path)")
    }

    private func logIn(_ request: HTTPRequest) async throws -> HTTPResponse {
        try CrossSiteGuard.checkOrigin(of: request)
        let form = try request.form()
        let caller = caller(request)
        try gate.guesses.check(caller)
        guard let session = gate.sessions.begin(presenting: form["password"] ?? "") else {
            await gate.guesses.punish(caller)
            return Page.login(next: form["next"], fault: "That is not the admin key.").response
        }
        var response = HTTPResponse.redirect(to: Self.ownAddress(form["next"]) ?? "/admin")
        OwnerCookie.session.set(session.ticketText, in: &response, for: request)
        OwnerCookie.browser.set(gate.sessions.markBrowser(), in: &response, for: request)
        return response
    }

    /// Whose wrong keys count together.
    private func caller(_ request: HTTPRequest) -> GuessLimit.Caller {
        if let mark = request.cookie(.browser), let browser = gate.sessions.browser(mark: mark) {
            return .knownBrowser(browser.id)
        }
        return .stranger(request.clientAddress)
    }

    private func logOut(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        if let session = visitor.session { try await gate.sessions.end(session) }
        var response = HTTPResponse.redirect(to: "/admin")
        OwnerCookie.session.drop(in: &response, for: request)
        return response
    }

    /// An address among the owner's pages, and no other: a link must not lead elsewhere by way of the login.
    private static func ownAddress(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/admin/"), !text.contains(where: { $0 == "\\" || $0.isWhitespace }) else {
            return nil
        }
        return text
    }
}
