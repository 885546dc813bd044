import PushyCore

/// A form in which a message is written, as somebody filled it in, with what was wrong.
protocol FilledForm: Sendable {
    var form: BroadcastForm { get }
    /// What was wrong with what was filled in.
    var faults: [DraftFault] { get }

    /// The fields that most messages need.
    static var messageFields: [FormField] { get }
    /// The fields that few messages need.
    static var moreFields: [FormField] { get }
    /// What a field is called on the page.
    static func label(of field: String) -> String
}

extension FilledForm {
    /// The fields, each with its value and its fault.
    func fields(_ fields: [FormField]) -> TemplateValue {
        .list(
            fields.map { field in
                let fault = faults.first { $0.field == field.name }?.reason
                let value = BroadcastForm.Control(rawValue: field.name).map { form[$0] } ?? form[field.name]
                return ["field": .html(field.html(value: value ?? field.initialValue, fault: fault))]
            }
        )
    }

    /// Whether one of the fields says something that it does not say from the beginning.
    func isUsed(_ fields: [FormField]) -> Bool {
        fields.contains { field in
            faults.contains { $0.field == field.name } || form[field.name] ?? field.initialValue != field.initialValue
        }
    }

    /// A line of the list of faults, which leads to the field.
    static func line(_ fault: DraftFault) -> TemplateScope {
        [
            "fault": .text(fault.reason), "faultField": .text(fault.field),
            "faultLabel": .text(label(of: fault.field)),
        ]
    }
}
