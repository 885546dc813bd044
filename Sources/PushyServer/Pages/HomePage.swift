import HTTPServer
import PushyCore

/// The page that the owner opens: the devices, the form, and what was sent last.
struct HomePage: Sendable {
    private static let broadcastCount = 5

    let store: KVStore
    let registry: TokenRegistry
    let broadcasts: Broadcasts
    let sessions: OwnerSessions
    /// Why nothing can be sent, if it cannot.
    let missing: String?

    func page(for visitor: OwnerGate.Visitor, again: String?) async throws -> Page {
        let counts = try await registry.counts()
        let token = sessions.formToken(of: visitor)
        let form = try await form(again: again)
        let past = try await broadcasts.page(limit: Self.broadcastCount)
        let content = Self.template.render([
            "missing": missing.map(TemplateValue.text),
            "all": .text(counts.all.grouped),
            "pro": .text(counts.pro.grouped),
            "free": .text(counts.free.grouped),
            "production": .text(counts.production.grouped),
            "sandbox": .text(counts.sandbox.grouped),
            "unspecified": .text(counts.unspecified.grouped),
            "writes": .text(Self.sentence(on: try await store.usage())),
            "compose": .html(form.html(counts: counts, formToken: token)),
            "broadcasts": .html(past.html(more: "All broadcasts")),
        ])
        var page = Page("New notification", content)
        page.formToken = token
        page.section = .send
        return page
    }

    private func form(again: String?) async throws -> ComposeForm {
        let nonce = sessions.nonce()
        guard let id = again.flatMap(BroadcastID.init) else { return ComposeForm(nonce: nonce) }
        return ComposeForm(again: try await broadcasts.broadcast(id), nonce: nonce)
    }

    private static func sentence(on usage: KVUsage) -> String {
        guard let writes = usage.spending[.writes], let limit = writes.limit else { return "" }
        return "\(writes.used.grouped) of \(limit.grouped) writes of this \(usage.period.granularity) are used; "
            + "the next budget begins \(usage.resetsAt.worded)."
    }

    private static let template = Template(PackageResources.home_html)
}

/// `GET /admin`: the owner's page, or the login form; `GET /` leads a browser there.
struct HomeRoutes: Sendable {
    let home: HomePage
    let gate: OwnerGate

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.addOpen(.get, "/", to: &router) { request in
            guard request.prefersHTML else {
                throw HTTPProblem(.notFound, "There is nothing at /. Apps use /tokens, the owner uses /admin.")
            }
            return .redirect(to: "/admin")
        }
        owner.addOpen(.get, "/admin", to: &router) { request in
            await OwnerRouter.leaveTheConnections()
            if request.headers["Authorization"] == nil, try await gate.session(of: request) == nil {
                return Page.login(next: nil).response
            }
            return try await home.page(for: gate.admit(request), again: request.query["again"]).response
        }
    }
}
