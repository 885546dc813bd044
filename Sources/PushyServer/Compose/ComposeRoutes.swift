import Foundation
import HTTPServer
import PushyCore

/// What the form asks while it is being filled in: how it looks so far, and what is wrong.
struct ComposeRoutes: Sendable {
    let desk: ComposeDesk
    let now: @Sendable () -> Date

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.change("/admin/compose", bodyLimit: BroadcastRoutes.bodyLimit, in: &router, compose)
        owner.change("/admin/preview", bodyLimit: BroadcastRoutes.bodyLimit, in: &router, preview)
    }

    /// The form once more as it was filled in, with what is wrong.
    private func compose(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let form = BroadcastForm(try request.form())
        return try await desk.page(ComposeForm(form, faults: form.faults(at: now())), for: visitor).response
    }

    /// What a script puts into the form as it is filled in: the same as a page of the form would show.
    private func preview(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let form = BroadcastForm(try request.form())
        let faults = form.faults(at: now())
        let html = Self.template.render([
            "preview": .html(ComposePreview(form, faults: faults).html),
            "when": when(form).map(TemplateValue.text),
            "faults": .list(faults.map { ["faultField": .text($0.field), "fault": .text($0.reason)] }),
        ])
        return .html(html.markup)
    }

    /// The moment that was typed, in the zone and in UTC.
    private func when(_ form: BroadcastForm) -> String? {
        guard let clock = try? WallClock(zoneName: form[BroadcastForm.timeZoneName]),
            let moment = form["scheduledAt"].flatMap(clock.moment)
        else { return nil }
        return "Goes out on \(moment.worded(by: clock))."
    }

    private static let template = Template(PackageResources.drafting_html)
}
