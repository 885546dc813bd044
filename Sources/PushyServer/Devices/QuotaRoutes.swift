import HTTPServer
import PushyCore

/// `/admin/quota`: what the day's or month's budget has come to, what stands out and where it leads. Programs get JSON, people
/// get a page, from the same address.
struct QuotaRoutes: Sendable {
    let quota: Quota
    /// Which budgets refuse once they are spent.
    let enforced: Set<BudgetKind>
    let sessions: OwnerSessions

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/quota", in: &router) { request, visitor in
            let report = try await quota.report()
            guard request.prefersHTML else { return .json(report.json.written()) }
            return QuotaPage(report: report, enforced: enforced)
                .page(in: sessions.frame(of: visitor)).response
        }
    }
}
