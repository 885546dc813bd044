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
        return .html(form.drafting(ComposePreview(form, faults: faults).html, faults).markup)
    }
}

extension BroadcastForm {
    /// What a script puts into the form: its preview, the moment that was typed, and what is wrong.
    func drafting(_ preview: HTML, _ faults: [DraftFault]) -> HTML {
        Self.draftingTemplate.render([
            "preview": .html(preview),
            "when": when.map(TemplateValue.text),
            "faults": .list(faults.map { ["faultField": .text($0.field), "fault": .text($0.reason)] }),
        ])
    }

    /// The moment that was typed, in the zone and in UTC.
    private var when: String? {
        guard let clock = try? WallClock(zoneName: self[Self.timeZoneName]),
            let moment = self["scheduledAt"].flatMap(clock.moment)
        else { return nil }
        return "Goes out on \(moment.worded(by: clock))."
    }

    private static let draftingTemplate = Template(PackageResources.drafting_html)
}
