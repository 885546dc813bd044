import Foundation
import PushyCore

/// The form in which the owner writes a message for all devices of an app, whatever service reaches them.
struct MessageForm: FilledForm {
    /// What the form shows besides what was filled in.
    struct Surroundings: Sendable {
        let apps: [App]
        let app: App
        let counts: DeviceCounts
        /// The services that the app can be reached by.
        let services: Set<PushServiceKind>
        let frame: PageFrame
        let moment: Date
    }

    let form: BroadcastForm
    /// What was wrong with what was filled in.
    var faults: [DraftFault] = []
    /// What became of a trial just now.
    var trial: MessageTrial?

    /// The page of the form.
    func page(_ around: Surroundings) -> Page {
        let app = around.app
        let preview = MessagePreview(form, faults: faults, around).html
        let scope: TemplateScope = [
            "writing": writing(preview, redrawing: "\(app.address)/message", formToken: around.frame.formToken),
            "delivery": delivery,
            "address": .text(app.address),
            "name": .text(app.name),
            "apps": .list(around.apps.count > 1 ? around.apps.map { Self.choice(of: $0, current: app.id) } : []),
            "hasSeveral": .flag(around.apps.count > 1),
            "isStandard": .flag(app.id == .default),
            "trial": (trial?.html).map(TemplateValue.html),
            "trialFields": fields(Self.trialFields),
            "canTry": .flag(around.counts.all() > 0),
            "platforms": .list(platforms(around)),
            "audiences": .list(audiences(around.counts)),
            "isOnSeveral": .flag(DevicePlatform.allCases.count { around.counts.devices(on: $0) > 0 } > 1),
            "unreached": .list(Self.unreached(around.counts, by: around.services)),
        ]
        var page = Page("New notification", Self.template.render(scope))
        page.frame = around.frame
        page.section = .send
        page.style = .messageStyle
        if !faults.isEmpty { page.status = .badRequest }
        return page
    }

    private static let template = Template(PackageResources.write_html)
}

extension MessageForm {
    /// A form that says what a former broadcast said, and goes where that went.
    static func again(_ broadcast: Broadcast, nonce: String) -> MessageForm {
        var values: [BroadcastForm.Entry] = []
        for member in broadcast.draft.message.fields.members {
            if case .string(let text) = member.value {
                values.append(BroadcastForm.Entry(name: member.name, value: text))
            } else {
                let text = String(decoding: member.value.written(), as: UTF8.self)
                values.append(BroadcastForm.Entry(name: member.name, value: text))
            }
        }
        let audience = broadcast.draft.selection.audience.rawValue
        values.append(BroadcastForm.Entry(name: "audience", value: audience))
        if case .everywhere(_, let platforms) = broadcast.draft.message, platforms != .all {
            values.append(BroadcastForm.Entry(name: "platform", value: platforms.names.choice))
        }
        return MessageForm(form: BroadcastForm(values, nonce: nonce))
    }

    private static func choice(of app: App, current: AppID) -> TemplateScope {
        [
            "appName": .text(app.name), "appAddress": .text("\(app.address)/message"),
            "isCurrent": .flag(app.id == current),
        ]
    }
}

extension MessageForm {
    /// The platforms that there are devices of, all of them first.
    private func platforms(_ around: Surroundings) -> [TemplateScope] {
        let present = DevicePlatform.allCases.filter { around.counts.devices(on: $0) > 0 }
        let apple = DevicePlatform.allCases.filter { $0.service == .apns }
        var choices: [(value: String, name: String)] = [("", "Every platform")]
        let appleCount = present.count { $0.service == .apns }
        if appleCount > 1, appleCount < present.count {
            choices.append((apple.choice, "All Apple devices"))
        }
        if present.count > 1 { choices += present.map { ([$0].choice, "\($0.worded) alone") } }
        let chosen = form["platform"] ?? ""
        // A former broadcast may have gone to others than those that are picked here.
        if !choices.contains(where: { $0.value == chosen }) {
            choices.append((chosen, chosen.split(separator: ",").joined(separator: " and ")))
        }
        return choices.map { choice in
            let names = Set(choice.value.split(separator: ",").map(String.init))
            let count = DevicePlatform.allCases.filter { names.isEmpty || names.contains($0.rawValue) }
                .reduce(0) { $0 + around.counts.devices(on: $1) }
            return [
                "value": .text(choice.value), "choice": .text(choice.name), "count": .text(count.devices),
                "isChosen": .flag(choice.value == chosen),
            ]
        }
    }

    private func audiences(_ counts: DeviceCounts) -> [TemplateScope] {
        let chosen = form["audience"].flatMap(Audience.init) ?? .all
        return Audience.allCases.map { audience in
            [
                "value": .text(audience.rawValue), "choice": .text(audience.worded),
                "count": .text(counts.all(in: audience).devices), "isChosen": .flag(audience == chosen),
            ]
        }
    }

    /// Devices that nothing can be sent to, because the app has no credentials for their service.
    static func unreached(_ counts: DeviceCounts, by services: Set<PushServiceKind>) -> [TemplateScope] {
        PushServiceKind.allCases.compactMap { service in
            let count = counts.devices(by: service)
            guard count > 0, !services.contains(service) else { return nil }
            return [
                "missing": .text(
                    "\(count.devices) cannot be reached: there are no credentials for \(service.title)."
                )
            ]
        }
    }
}

extension [DevicePlatform] {
    /// The value of the choice of these platforms.
    fileprivate var choice: String { map(\.rawValue).joined(separator: ",") }
}
