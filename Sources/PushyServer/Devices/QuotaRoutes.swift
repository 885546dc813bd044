import HTTPServer
import PushyCore

/// `/admin/quota`: what the day's or month's budget has come to, what stands out and where it leads.
struct QuotaRoutes: Sendable {
    let quota: Quota

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/quota", in: &router) { _, _ in .json(try await quota.report().json.written()) }
    }
}
