/// A page, or a part of one, as HTML with places for values. Whatever text is put into a place is escaped: there is no
/// way to insert text as markup.
///
/// - `{{name}}` is a value.
/// - `{{#name}}…{{/name}}` is shown when the value is there: once, or once for each scope of a list.
/// - `{{^name}}…{{/name}}` is shown when it is not.
///
/// A place stands between tags or within a quoted attribute, never in a tag's name or in a script.
struct Template: Sendable {
    /// What a template is made of.
    indirect enum Part: Sendable {
        case markup(String)
        case value(name: String)
        case section(name: String, [Part])
        case inverse(name: String, [Part])
    }

    let parts: [Part]

    /// Reads a template of the program's own; one that makes no sense is the programmer's error and stops the program.
    init(_ source: [UInt8]) {
        var reader = TemplateReader(String(decoding: source, as: UTF8.self))
        parts = reader.parts(until: nil)
    }
}

/// Takes a template apart.
private struct TemplateReader {
    private var rest: Substring

    init(_ source: String) {
        rest = source[...]
    }

    /// The parts up to the end of a section, or of the whole text.
    mutating func parts(until section: String?) -> [Template.Part] {
        var parts: [Template.Part] = []
        while let (before, tag) = nextTag() {
            if !before.isEmpty { parts.append(.markup(String(before))) }
            let name = String(tag.dropFirst())
            switch tag.first {
            case "#": parts.append(.section(name: name, self.parts(until: name)))
            case "^": parts.append(.inverse(name: name, self.parts(until: name)))
            case "/":
                precondition(name == section, "A template closes \(name) within \(section ?? "nothing").")
                return parts
            default: parts.append(.value(name: String(tag)))
            }
        }
        precondition(section == nil, "A template does not close \(section ?? "").")
        if !rest.isEmpty { parts.append(.markup(String(rest))) }
        return parts
    }

    /// What stands before the next tag, and the tag without its braces.
    private mutating func nextTag() -> (before: Substring, tag: Substring)? {
        guard let opening = rest.range(of: "{{") else { return nil }
        guard let closing = rest[opening.upperBound...].range(of: "}}") else {
            preconditionFailure("A template has {{ without }}.")
        }
        defer { rest = rest[closing.upperBound...] }
        return (rest[..<opening.lowerBound], rest[opening.upperBound..<closing.lowerBound])
    }
}
