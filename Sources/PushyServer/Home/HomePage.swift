import Foundation
import HTTPServer
import PushyCore

/// The page that the owner opens: how things stand at a glance, and the form.
struct HomePage: Sendable {
    private static let broadcastCount = 3
    /// Apple answers in a tenth of a second; who takes longer is not waited for, and a script asks once more.
    private static let patience = Duration.milliseconds(500)
    /// A script waits for as long as a connection may take to come about.
    private static let patienceOfScripts = Duration.seconds(30)

    let desk: ComposeDesk
    let broadcasts: Broadcasts
    /// Whether APNs can be reached; nil while there is no way to it.
    let reach: APNsReach?
    let now: @Sendable () -> Date

    func page(for visitor: OwnerGate.Visitor, again: String?) async throws -> Page {
        // None of these waits for the others: counting a million devices takes a moment.
        async let standing = standing(patience: Self.patience)
        async let report = desk.quota.report()
        async let past = broadcasts.page(limit: Self.broadcastCount)
        async let form = form(again: again)
        async let apps = desk.apps.all()
        let surroundings = try await desk.surroundings(for: visitor)
        let all = try await apps
        // The way to the form for all devices of an app, this one's included.
        let writers = AppPicker.isNeeded(among: all) ? all : []
        let content = Self.template.render(
            surroundings.counts.scope
                .with(try await report.scope)
                .with([
                    "missing": desk.missing.map(TemplateValue.text),
                    "apns": .html(await standing.html),
                    "broadcasts": .html(try await past.glance(naming: desk.appNames())),
                    "app": surroundings.app.map(TemplateValue.text),
                    "writers": .list(
                        writers.map { ["address": .text("\($0.address)/message"), "name": .text($0.name)] }
                    ),
                    "hasWriters": .flag(!writers.isEmpty),
                    "compose": .html(try await form.html(surroundings, isAlone: false)),
                ])
        )
        var page = Page("New notification", content)
        page.frame = surroundings.frame
        page.section = .send
        return page
    }

    /// How APNs stands, as a part of a page that a script waits for.
    func apns() async -> HTTPResponse {
        .html(await standing(patience: Self.patienceOfScripts).html.markup)
    }

    private func standing(patience: Duration) async -> APNsStanding {
        guard let reach else { return .notConfigured }
        return await reach.answer(patience: patience).map(APNsStanding.answered) ?? .unanswered
    }

    private func form(again: String?) async throws(BroadcastFailure) -> ComposeForm {
        let nonce = desk.sessions.nonce()
        guard let id = again.flatMap(BroadcastID.init) else { return ComposeForm(BroadcastForm(nonce: nonce)) }
        return .again(try await broadcasts.broadcast(id), nonce: nonce, at: now())
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
            let visitor = try await owner.visitor(of: request)
            return try await home.page(for: visitor, again: request.query["again"]).response
        }
        owner.show("/admin/apns", in: &router) { _, _ in await home.apns() }
    }
}
