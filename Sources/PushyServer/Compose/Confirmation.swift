import Foundation
import PushyCore

/// The page that asks once more: it names the number of devices, the environment and the audience, and shows the message.
struct Confirmation: Sendable {
    private let draft: Draft
    private let form: BroadcastForm
    private let recipients: Int
    private let cost: WorkersCost?
    private let app: String?
    private let missing: String?
    private let idempotencyKey: String

    /// A draft, the form that it came from, how many devices it would go to now, what finding them would cost on Workers,
    /// the app's name where there are several, why nothing can be sent if so, and the key by which a second press of the
    /// button is known.
    init(
        _ draft: Draft,
        _ form: BroadcastForm,
        recipients: Int,
        cost: WorkersCost?,
        app: String?,
        missing: String?,
        idempotencyKey: String
    ) {
        self.draft = draft
        self.form = form
        self.recipients = recipients
        self.cost = cost
        self.app = app
        self.missing = missing
        self.idempotencyKey = idempotencyKey
    }

    func page(in frame: PageFrame) -> Page {
        let isNobody = recipients == 0
        let environment = draft.selection.environment
        let content = Self.template.render([
            "hidden": .list(hidden(formToken: frame.formToken)),
            "question": .text(
                isNobody
                    ? "There is nobody to send to"
                    : "Send to \(recipients.devices)\(app.map { " of \($0)" } ?? "") in \(environment.rawValue)?"
            ),
            "app": app.map(TemplateValue.text),
            "action": .text("Send to \(recipients.devices)"),
            "isNobody": .flag(isNobody),
            "missing": missing.map(TemplateValue.text),
            "canSend": .flag(!isNobody && missing == nil),
            "recipients": .text(recipients.grouped),
            "environment": .text(environment.worded),
            "audience": .text(draft.audience),
            "facts": .list(facts),
            "message": .html(draft.message.html),
        ])
        var page = Page("Send?", content)
        page.frame = frame
        page.section = .send
        return page
    }

    private var facts: [TemplateScope] {
        var facts: [TemplateScope] = [draft.scheduledAt.map(draft.fact) ?? ["name": "When", "value": "At once"]]
        if let rate = draft.ratePerSecond {
            facts.append(["name": "Rate", "value": .text("At most \(rate.grouped) a second")])
        }
        if let cost { facts.append(["name": "On Workers", "value": .text(cost.facts)]) }
        return facts
    }

    private func hidden(formToken: String?) -> [TemplateScope] {
        var fields = form.values.map { (name: $0.name, value: $0.value) }
        fields.append((BroadcastForm.Control.formNonce.rawValue, form[.formNonce] ?? ""))
        fields.append((BroadcastForm.Control.idempotencyKey.rawValue, idempotencyKey))
        fields.append((BroadcastForm.Control.formToken.rawValue, formToken ?? ""))
        return fields.map { ["name": .text($0.name), "value": .text($0.value)] }
    }

    private static let template = Template(PackageResources.confirm_html)
}

extension Draft {
    /// A moment in the owner's own zone and in UTC; where no zone was given, a script puts it into the browser's.
    func fact(_ moment: Date) -> TemplateScope {
        let scope: TemplateScope = ["name": "When", "value": .text(words(for: moment))]
        return timeZone == nil ? scope.with(["moment": .text(moment.rfc3339), "isBoth": true]) : scope
    }

    /// A moment in the owner's own zone, where it was given, and in UTC.
    func words(for moment: Date) -> String {
        let clock = try? WallClock(zoneName: timeZone)
        return moment.worded(by: clock ?? .utc)
    }
}

extension WorkersCost {
    /// For the table of facts.
    var facts: String {
        let amount =
            "\(lists.grouped) \(lists == 1 ? "list" : "lists") and \(reads.grouped) \(reads == 1 ? "read" : "reads")"
        if fitsFreeDay { return "\(amount), which the rest of a free day bears" }
        return "\(amount); a free day has \(listsLeft.grouped) lists and \(readsLeft.grouped) reads left"
    }
}
