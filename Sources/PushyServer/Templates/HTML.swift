/// Markup that is safe to show: it comes from a template alone, in which every inserted text was escaped.
struct HTML: Hashable, Sendable {
    /// The markup.
    let markup: String

    /// For a template, which has escaped what it inserted.
    fileprivate init(rendered markup: String) {
        self.markup = markup
    }
}

extension Template {
    /// The template with values in its places.
    func render(_ scope: TemplateScope) -> HTML {
        var markup = ""
        write(parts[...], in: scope, into: &markup)
        return HTML(rendered: markup)
    }

    private func write(_ parts: ArraySlice<Part>, in scope: TemplateScope, into markup: inout String) {
        for part in parts {
            switch part {
            case .markup(let text): markup += text
            case .value(let name): write(scope[name], into: &markup)
            case .section(let name, let inner):
                for innerScope in scope.scopes(of: name) { write(inner[...], in: innerScope, into: &markup) }
            case .inverse(let name, let inner):
                if scope.scopes(of: name).isEmpty { write(inner[...], in: scope, into: &markup) }
            }
        }
    }

    private func write(_ value: TemplateValue?, into markup: inout String) {
        switch value {
        case .text(let text): Self.escape(text, into: &markup)
        case .html(let html): markup += html.markup
        case .flag, .list, nil: break
        }
    }

    /// Escapes for a place between tags and within a quoted attribute alike; templates quote all of their attributes.
    ///
    /// Source: WHATWG HTML §13.3, escaping a string. NUL may not stand in a document, so it becomes U+FFFD.
    private static func escape(_ text: String, into markup: inout String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case "\0": markup += "\u{FFFD}"
            default: markup.unicodeScalars.append(scalar)
            }
        }
    }
}
