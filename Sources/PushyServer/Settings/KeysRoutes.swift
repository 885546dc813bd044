import Foundation
import HTTPServer
import PushyCore

/// `/admin/keys`: what is configured, when the provider token was made, what the check of all that sending needs found, and
/// until when the session lasts.
struct KeysRoutes: Sendable {
    let desk: CheckDesk?
    let settings: [SettingGroup]
    let push: PushService?
    let sessions: OwnerSessions
    let now: @Sendable () -> Date

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/keys", in: &router, show)
        owner.change("/admin/keys/check", in: &router) { _, _ in
            guard let desk else { throw HTTPProblem(.notFound, "There is nothing to check here.") }
            await desk.run()
            return .redirect(to: "/admin/keys")
        }
    }

    private func show(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        var page = KeysPage(settings: settings, moment: now())
        page.isCheckable = desk != nil
        page.outcome = await desk?.last
        page.providerTokenAge = await push?.statistics()[.production]?.providerTokenAge
        page.isSending = push != nil
        page.sessionEnd = visitor.session?.expiresAt
        return page.page(in: sessions.frame(of: visitor)).response
    }
}
