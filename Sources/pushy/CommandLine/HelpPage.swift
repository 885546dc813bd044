/// The help page of a command, made of its declaration.
struct HelpPage: Sendable {
    let command: Command
    /// The words that name it, `pushy` first.
    let path: [String]

    /// Lines end here, so that a page is read in any terminal.
    private static let columnCount = 100

    /// The whole page, without a newline at its end.
    var text: String {
        [heading, usage, paragraphs, operands, subcommands, flags, examples, footer]
            .compactMap { $0 }
            .joined(separator: "\n\n")
    }

    private var line: String { path.joined(separator: " ") }

    private var heading: String? { "\(line): \(command.summary)" }

    private var usage: String? {
        var words = [line]
        if !command.subcommands.isEmpty { words.append(command.run == nil ? "COMMAND" : "[COMMAND]") }
        words += command.operands.map(\.placeholder)
        if !command.flags.isEmpty || !command.subcommands.isEmpty { words.append("[flags]") }
        return "Usage: " + words.joined(separator: " ")
    }

    private var paragraphs: String? {
        command.details.split(separator: "\n\n").map { wrap(String($0), indent: 0) }.joined(separator: "\n\n")
    }

    private var operands: String? {
        table("What it takes", command.operands.map { ($0.placeholder, $0.help) })
    }

    private var subcommands: String? {
        table("Commands", command.subcommands.map { ($0.name, $0.summary) })
    }

    private var flags: String? {
        guard !command.flags.isEmpty else { return nil }
        return command.sections.map { section in
            ([section.title] + section.flags.map(entry)).joined(separator: "\n")
        }
        .joined(separator: "\n\n")
    }

    private func entry(_ flag: Flag) -> String {
        let notes = [
            flag.isForOneRun ? nil : flag.variable,
            flag.file.map { "or --\($0.name) PATH, \($0.variable)" },
            flag.defaultText.map { "default \($0)" },
        ]
        let signature =
            switch flag.shape {
            case .toggle: "  --\(flag.name)"
            case .value(let placeholder), .secret(let placeholder): "  --\(flag.name) \(placeholder)"
            }
        let bracketed = notes.compactMap { $0 }.joined(separator: "; ")
        return [
            signature + (bracketed.isEmpty ? "" : "   [\(bracketed)]"),
            wrap(flag.help, indent: 6),
        ]
        .joined(separator: "\n")
    }

    private var examples: String? {
        guard !command.examples.isEmpty else { return nil }
        return (["Examples"] + command.examples.map { "  \($0.line)\n" + wrap($0.purpose, indent: 6) })
            .joined(separator: "\n")
    }

    private var footer: String? {
        if command.flags.isEmpty {
            return command.subcommands.isEmpty ? nil : "More about one of them: \(line) COMMAND --help"
        }
        let variables = "In brackets stands the variable that says the same as the flag."
        let order = " A flag wins over the environment, which wins over the file named by --env-file."
        return wrap(variables + (command.readsEnvironmentFile ? order : ""), indent: 0)
    }

    private func table(_ title: String, _ rows: [(name: String, help: String)]) -> String? {
        guard !rows.isEmpty else { return nil }
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            let gap = String(repeating: " ", count: width - row.name.count + 3)
            return "  \(row.name)\(gap)\(wrap(row.help, indent: width + 5).trimmingPrefix { $0 == " " })"
        }
        return ([title] + lines).joined(separator: "\n")
    }

    private func wrap(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var current = margin
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if current.count > indent, current.count + 1 + word.count > Self.columnCount {
                lines.append(current)
                current = margin
            }
            current += (current.count > indent ? " " : "") + word
        }
        return (lines + [current]).joined(separator: "\n")
    }
}
