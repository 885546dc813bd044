import PushyCore

/// The page that asks once more: it names the number of devices, the environment and the audience, and shows the message.
struct Confirmation: Sendable {
    private let draft: Draft
    private let form: BroadcastForm
    private let recipients: Int
    private let cost: WorkersCost?
    private let idempotencyKey: String

    /// A draft, the form that it came from, how many devices it would go to now, and what finding them would cost on Workers.
    init(_ draft: Draft, _ form: BroadcastForm, recipients: Int, cost: WorkersCost?, sessions: OwnerSessions) {
        self.draft = draft
        self.form = form
        self.recipients = recipients
        self.cost = cost
        // The same form with the same contents is the same broadcast, however often it comes back; a changed one is not.
        let contents = form.values.map { "\($0.name)=\($0.value)" }.joined(separator: "\0")
        idempotencyKey = sessions.fingerprint(of: "\(form[.formNonce] ?? "")\0\(contents)")
    }

    func page(formToken: String?) -> Page {
        let isNobody = recipients == 0
        let environment = draft.selection.environment
        let content = Self.template.render([
            "hidden": .list(hidden(formToken: formToken)),
            "question": .text(
                isNobody ? "There is nobody to send to" : "Send to \(recipients.devices) in \(environment.rawValue)?"
            ),
            "action": .text("Send to \(recipients.devices)"),
            "isNobody": .flag(isNobody),
            "recipients": .text(recipients.grouped),
            "environment": .text(environment.worded),
            "audience": .text(draft.token.map { "One device, \($0.masked)" } ?? draft.selection.audience.worded),
            "facts": .list(facts),
            "message": .html(draft.message.html),
        ])
        var page = Page("Send?", content)
        page.formToken = formToken
        page.section = .send
        return page
    }

    private var facts: [TemplateScope] {
        var facts: [TemplateScope] = [
            [
                "name": "When",
                "value": .text(draft.scheduledAt?.worded ?? "At once"),
                "moment": (draft.scheduledAt?.rfc3339).map(TemplateValue.text),
            ]
        ]
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

extension WorkersCost {
    /// For the table of facts.
    fileprivate var facts: String {
        let amount = "\(lists.grouped) \(lists == 1 ? "list" : "lists") and \(reads.grouped) reads"
        if fitsFreeDay { return "\(amount), which the rest of a free day bears" }
        return "\(amount); a free day has \(listsLeft.grouped) lists and \(readsLeft.grouped) reads left"
    }
}
