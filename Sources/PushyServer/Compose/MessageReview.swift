import PushyCore

/// The page that asks once more before a message goes to all devices of an app: it names their number on each platform, and
/// shows what each gets.
struct MessageReview: Sendable {
    let draft: Draft
    let form: BroadcastForm
    let reach: Reach
    let around: MessageForm.Surroundings
    /// What finding them would cost on Workers.
    let cost: WorkersCost?
    /// By which a second press of the button is known.
    let idempotencyKey: String

    var page: Page {
        let isNobody = reach.recipients == 0
        let unreached = MessageForm.unreached(reach.devices ?? DeviceCounts(), by: around.services)
        let content = Self.template.render([
            "address": .text(around.app.address),
            "hidden": .list(hidden),
            "question": .text(
                isNobody
                    ? "There is nobody to send to" : "Send to \(reach.recipients.devices) of \(around.app.name)?"
            ),
            "action": .text("Send to \(reach.recipients.devices)"),
            "isNobody": .flag(isNobody),
            "canSend": .flag(!isNobody && unreached.isEmpty),
            "app": .text(around.app.name),
            "recipients": .text(reach.recipients.grouped),
            "facts": .list(facts),
            "unreached": .list(unreached),
            "preview": .html(MessagePreview(form, around).html),
        ])
        var page = Page("Send?", content)
        page.frame = around.frame
        page.section = .send
        page.style = .messageStyle
        return page
    }

    private var facts: [TemplateScope] {
        var facts: [TemplateScope] = DevicePlatform.allCases.compactMap { platform in
            let count = reach.devices?.devices(on: platform) ?? 0
            let name = platform == .web ? "On the web" : "On \(platform.worded)"
            return count == 0 ? nil : ["name": .text(name), "value": .text(count.grouped)]
        }
        facts.append(["name": "Audience", "value": .text(draft.audience)])
        facts.append(draft.scheduledAt.map(draft.fact) ?? ["name": "When", "value": "At once"])
        if let rate = draft.ratePerSecond {
            facts.append(["name": "Rate", "value": .text("At most \(rate.grouped) a second")])
        }
        if let cost { facts.append(["name": "On Workers", "value": .text(cost.facts)]) }
        return facts
    }

    private var hidden: [TemplateScope] {
        var fields = form.values.map { (name: $0.name, value: $0.value) }
        fields.append((BroadcastForm.Control.formNonce.rawValue, form[.formNonce] ?? ""))
        fields.append((BroadcastForm.Control.idempotencyKey.rawValue, idempotencyKey))
        fields.append((BroadcastForm.Control.formToken.rawValue, around.frame.formToken ?? ""))
        return fields.map { ["name": .text($0.name), "value": .text($0.value)] }
    }

    private static let template = Template(PackageResources.review_html)
}
