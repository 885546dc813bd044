import PushyCore

/// A field of the compose form: how it is labelled, typed in and explained.
struct FormField: Sendable {
    /// How it is filled in.
    enum Kind: Sendable {
        case line(type: String? = nil, placeholder: String? = nil)
        case text(rows: Int)
        case code(rows: Int)
        case choice([(value: String, text: String)])
    }

    let name: String
    let label: String
    var kind = Kind.line()
    var hint: String?
    var isWide = false
    /// Whether words of any script stand in it, rather than a code.
    var isProse = false
    /// What stands in it before anybody has touched it.
    var initialValue = ""

    /// The field, filled in, with what is wrong with it.
    func html(value: String, fault: String?) -> HTML {
        let descriptions = [fault.map { _ in "\(name)-fault" }, hint.map { _ in "\(name)-hint" }].compactMap { $0 }
        let scope: TemplateScope = [
            "name": .text(name),
            "label": .text(label),
            "value": .text(value),
            "hint": hint.map(TemplateValue.text),
            "fault": fault.map(TemplateValue.text),
            "describedBy": .text(descriptions.joined(separator: " ")),
            "isWide": .flag(isWide),
            "isProse": .flag(isProse),
        ]
        return Self.template.render(scope.with(kind.scope(chosen: value)))
    }

    private static let template = Template(PackageResources.field_html)
}

extension FormField.Kind {
    fileprivate func scope(chosen: String) -> TemplateScope {
        switch self {
        case .line(let type, let placeholder):
            ["isShort": true, "type": type.map(TemplateValue.text), "placeholder": placeholder.map(TemplateValue.text)]
        case .text(let rows): ["isLong": true, "rows": .text(String(rows))]
        case .code(let rows): ["isLong": true, "isCode": true, "rows": .text(String(rows))]
        case .choice(let options):
            [
                "isChoice": true,
                "options": .list(
                    options.map {
                        ["option": .text($0.value), "text": .text($0.text), "isChosen": .flag($0.value == chosen)]
                    }
                ),
            ]
        }
    }
}
