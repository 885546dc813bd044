/// What stands in a place of a template.
enum TemplateValue: Sendable {
    /// Text from anywhere: it is escaped.
    case text(String)
    /// Markup that another template made.
    case html(HTML)
    /// Whether a section is shown.
    case flag(Bool)
    /// A section that is shown once for each.
    case list([TemplateScope])
}

/// The values of a template's places, by name; within a section, the names of the scopes around it are there too.
struct TemplateScope: Sendable {
    private var values: [String: TemplateValue] = [:]

    /// The value of a name; setting nil leaves its place empty.
    subscript(name: String) -> TemplateValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The scopes in which a section of this name is shown: none where its value is empty, false or missing.
    func scopes(of name: String) -> [TemplateScope] {
        switch values[name] {
        case nil, .flag(false), .text(""): []
        case .flag(true), .text, .html: [self]
        case .list(let scopes): scopes.map { TemplateScope(values: values.merging($0.values) { $1 }) }
        }
    }

    private init(values: [String: TemplateValue]) {
        self.values = values
    }
}

extension TemplateScope: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, TemplateValue?)...) {
        for (name, value) in elements { values[name] = value }
    }

    /// The scope, with the other one's values besides; where both have a name, the other's.
    func with(_ other: TemplateScope) -> TemplateScope {
        TemplateScope(values: values.merging(other.values) { $1 })
    }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
}
