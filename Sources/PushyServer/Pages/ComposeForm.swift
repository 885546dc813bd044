import PushyCore

/// The form in which the owner writes a message and picks whom it goes to.
struct ComposeForm: Sendable {
    private let values: [String: String]
    private let nonce: String
    /// What was wrong with what was filled in.
    let faults: [DraftFault]

    /// A form to begin with.
    init(nonce: String) {
        values = [BroadcastForm.suggestedSound.name: BroadcastForm.suggestedSound.value]
        self.nonce = nonce
        faults = []
    }

    /// A form that says what a former broadcast said.
    init(again broadcast: Broadcast, nonce: String) {
        var values: [String: String] = [:]
        for member in broadcast.draft.message.fields.members { values[member.name] = Self.text(of: member.value) }
        values["audience"] = broadcast.draft.selection.audience.rawValue
        values["environment"] = broadcast.draft.selection.environment.rawValue
        self.values = values
        self.nonce = nonce
        faults = []
    }

    /// A form that was filled in before.
    init(_ form: BroadcastForm, faults: [DraftFault] = []) {
        values = Dictionary(form.values.map { ($0.name, $0.value) }) { first, _ in first }
        nonce = form[.formNonce] ?? ""
        self.faults = faults
    }

    /// The form, with the number of devices beside each choice.
    func html(counts: TokenCounts, formToken: String?) -> HTML {
        let environment = values["environment"].flatMap(APNsEnvironment.init) ?? .production
        let audience = values["audience"].flatMap(Audience.init) ?? .all
        return Self.template.render([
            "formToken": formToken.map(TemplateValue.text),
            "formNonce": .text(nonce),
            "hasFaults": .flag(!faults.isEmpty),
            "faults": .list(
                faults.map { fault in
                    [
                        "fault": .text(fault.reason),
                        "faultField": .text(fault.field),
                        "faultLabel": .text(Self.label(of: fault.field)),
                    ]
                }
            ),
            "messageFields": fields(Self.messageFields),
            "moreFields": fields(Self.moreFields),
            "moreIsOpen": .flag(isUsed(Self.moreFields)),
            "deliveryFields": fields(Self.deliveryFields),
            "deliveryIsOpen": .flag(isUsed(Self.deliveryFields)),
            "environments": .list(
                APNsEnvironment.allCases.map { Self.choice($0, counts, isChosen: $0 == environment) }
            ),
            "audiences": .list(Audience.allCases.map { Self.choice($0, counts, isChosen: $0 == audience) }),
        ])
    }

    private static let template = Template(PackageResources.compose_html)
}

extension ComposeForm {
    private func fields(_ fields: [FormField]) -> TemplateValue {
        .list(
            fields.map { field in
                let fault = faults.first { $0.field == field.name }?.reason
                return ["field": .html(field.html(value: values[field.name] ?? "", fault: fault))]
            }
        )
    }

    /// Whether one of the fields says something that it does not say from the beginning.
    private func isUsed(_ fields: [FormField]) -> Bool {
        fields.contains { field in
            let value = values[field.name] ?? ""
            return faults.contains { $0.field == field.name }
                || !(value.isEmpty
                    || BroadcastForm.Entry(name: field.name, value: value) == BroadcastForm.suggestedSound)
        }
    }

    private static func choice(_ environment: APNsEnvironment, _ counts: TokenCounts, isChosen: Bool) -> TemplateScope {
        [
            "value": .text(environment.rawValue),
            "name": .text(environment.worded),
            "count": .text(counts.devices(in: Selection(.all, in: environment)).devices),
            "hint": .text(environment.purpose),
            "isChosen": .flag(isChosen),
        ]
    }

    private static func choice(_ audience: Audience, _ counts: TokenCounts, isChosen: Bool) -> TemplateScope {
        [
            "value": .text(audience.rawValue),
            "name": .text(audience.worded),
            "production": .text(counts.devices(in: Selection(audience, in: .production)).grouped),
            "sandbox": .text(counts.devices(in: Selection(audience, in: .sandbox)).grouped),
            "isChosen": .flag(isChosen),
        ]
    }

    private static func text(of value: JSONValue) -> String {
        if case .string(let text) = value { return text }
        return String(decoding: value.written(), as: UTF8.self)
    }
}
