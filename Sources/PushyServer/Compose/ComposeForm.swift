import Foundation
import PushyCore

/// The form in which the owner writes a message, tries it, and picks whom it goes to.
struct ComposeForm: FilledForm {
    /// What the form shows besides what was filled in.
    struct Surroundings: Sendable {
        let counts: TokenCounts
        let cost: WorkersCost
        let devices: [TestDevice]
        let frame: PageFrame
        /// Whether there is a way to APNs.
        let canSend: Bool
        /// What the app is called, where there are others to tell it from.
        let app: String?
        /// Whether there are devices of other services, or of other apps, which other forms reach.
        let isForAppleAlone: Bool
    }

    let form: BroadcastForm
    /// What was wrong with what was filled in.
    let faults: [DraftFault]

    /// A form as it was filled in, or as it is to begin with.
    init(_ form: BroadcastForm, faults: [DraftFault] = []) {
        self.form = form
        self.faults = faults
    }

    /// The form, with the number of devices beside each choice; alone on its page it bears the page's heading.
    func html(_ around: Surroundings, isAlone: Bool) -> HTML {
        let environment = form["environment"].flatMap(APNsEnvironment.init) ?? .production
        let audience = form["audience"].flatMap(Audience.init) ?? .all
        let preview = ComposePreview(form, faults: faults).html
        let scope: TemplateScope = [
            "isAlone": .flag(isAlone),
            "app": around.app.map(TemplateValue.text),
            "isForAppleAlone": .flag(around.isForAppleAlone),
            "writing": writing(preview, redrawing: "/admin/compose", formToken: around.frame.formToken),
            "delivery": delivery,
            "canSend": .flag(around.canSend),
        ]
        return Self.template.render(
            scope
                .with(trialScope(around.devices))
                .with(Self.choices(environment, audience, around.counts))
                .with(["reach": .list(Self.reach(around.counts)), "cost": .text(around.cost.description)])
        )
    }

    private static let template = Template(PackageResources.compose_html)
}

extension ComposeForm {
    /// A form that says what a former broadcast said, and goes where that went; after a trial, where that was to go.
    static func again(_ broadcast: Broadcast, nonce: String, at moment: Date) -> ComposeForm {
        let draft = broadcast.draft
        let selection = draft.intention?.selection ?? draft.selection
        var values = draft.message.fields.members.compactMap { entry($0, at: moment) }
        func add(_ name: String, _ value: String?) {
            if let value { values.append(BroadcastForm.Entry(name: name, value: value)) }
        }
        add("audience", selection.audience.rawValue)
        add("environment", selection.environment.rawValue)
        if draft.intention != nil {
            add("ratePerSecond", draft.ratePerSecond.map { String($0) })
            add(BroadcastForm.timeZoneName, draft.timeZone)
            let clock = try? WallClock(zoneName: draft.timeZone)
            add("scheduledAt", draft.intention?.scheduledAt.map { (clock ?? .utc).input(for: $0) })
        }
        return ComposeForm(BroadcastForm(values, nonce: nonce))
    }

    /// A field of a message as it is typed; an expiry that has passed is left out, or nothing would arrive.
    private static func entry(_ member: JSONObject.Member, at moment: Date) -> BroadcastForm.Entry? {
        switch (member.name, member.value) {
        case ("expiration", .number(let number)) where number.integer != 0:
            guard let seconds = number.integer, Double(seconds) > moment.timeIntervalSince1970 else { return nil }
            let text = WallClock.utc.input(for: Date(timeIntervalSince1970: Double(seconds)))
            return BroadcastForm.Entry(name: member.name, value: text)
        case (_, .string(let text)):
            return BroadcastForm.Entry(name: member.name, value: text)
        default:
            let text = String(decoding: member.value.written(), as: UTF8.self)
            return BroadcastForm.Entry(name: member.name, value: text)
        }
    }
}

extension ComposeForm {
    /// The devices to try it on; where there are none, or another was described before, one is described.
    private func trialScope(_ devices: [TestDevice]) -> TemplateScope {
        let isDescribed = [.deviceToken, .deviceName].contains { form[$0] != nil }
        let chosen = form[.device] ?? (isDescribed ? nil : devices.first?.id)
        return [
            "devices": .list(
                devices.map { device in
                    [
                        "id": .text(device.id), "name": .text(device.name),
                        "about": .text("\(device.token.masked), \(device.environment.rawValue)"),
                        "isChosen": .flag(device.id == chosen),
                    ]
                }
            ),
            "hasDevices": .flag(!devices.isEmpty),
            "isOtherChosen": .flag(!devices.contains { $0.id == chosen }),
            "deviceFields": fields(Self.deviceFields),
        ]
    }

    private static func choices(
        _ chosenEnvironment: APNsEnvironment,
        _ chosenAudience: Audience,
        _ counts: TokenCounts
    ) -> TemplateScope {
        let environments: [TemplateScope] = APNsEnvironment.allCases.map { environment in
            [
                "value": .text(environment.rawValue), "name": .text(environment.worded),
                "count": .text(counts.devices(in: Selection(.all, in: environment)).devices),
                "hint": .text(environment.purpose), "isChosen": .flag(environment == chosenEnvironment),
            ]
        }
        let audiences: [TemplateScope] = Audience.allCases.map { audience in
            [
                "value": .text(audience.rawValue), "name": .text(audience.worded),
                "production": .text(counts.devices(in: Selection(audience, in: .production)).grouped),
                "sandbox": .text(counts.devices(in: Selection(audience, in: .sandbox)).grouped),
                "isChosen": .flag(audience == chosenAudience),
            ]
        }
        return ["environments": .list(environments), "audiences": .list(audiences)]
    }

    /// How many each pair of choices reaches, of which the page shows the one that is picked.
    private static func reach(_ counts: TokenCounts) -> [TemplateScope] {
        APNsEnvironment.allCases.flatMap { environment in
            Audience.allCases.map { audience in
                let count = counts.devices(in: Selection(audience, in: environment))
                return [
                    "environment": .text(environment.rawValue), "audience": .text(audience.rawValue),
                    "devices": .text(count.devices),
                ]
            }
        }
    }
}
