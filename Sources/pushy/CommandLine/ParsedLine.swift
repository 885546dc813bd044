/// What a command line asks for, read against the tree of commands; nothing has been looked up or run yet.
enum ParsedLine: Sendable {
    /// Carry a command out.
    case run(Command, operands: [String], flags: [String: String])
    /// Show the help page of a command.
    case help(Command, path: [String])
    case version

    /// Reads the words after the program's name.
    ///
    /// - Throws: a usage complaint whose sentence names the mend.
    init(_ words: [String], root: Command) throws(Complaint) {
        var rest = words[...]
        switch rest.first {
        case nil, "--help", "-h":
            self = .help(root, path: [root.name])
            return
        case "--version":
            self = .version
            return
        case "help":
            let (command, path) = try Self.command(named: &rest, after: 1, root: root)
            self = .help(command, path: path)
            return
        default: break
        }
        let (command, path) = try Self.command(named: &rest, after: 0, root: root)
        self = try Self.arguments(rest, of: command, path: path)
    }

    /// Goes down the tree as far as the words lead.
    private static func command(
        named words: inout ArraySlice<String>,
        after skipped: Int,
        root: Command
    ) throws(Complaint) -> (Command, path: [String]) {
        words = words.dropFirst(skipped)
        var command = root
        var path = [root.name]
        while let word = words.first, !command.subcommands.isEmpty {
            if let next = command.subcommand(named: word) {
                command = next
                path.append(next.name)
                words = words.dropFirst()
            } else if command.run == nil, word.hasPrefix("-"), word != "--help", word != "-h" {
                throw .usage(
                    "\(word) stands before the command: write \(path.joined(separator: " ")) COMMAND \(word) …"
                )
            } else if word.hasPrefix("-") {
                break
            } else {
                throw .unknown("command", word, among: command.subcommands.map(\.name), path: path)
            }
        }
        return (command, path)
    }

    private static func arguments(
        _ words: ArraySlice<String>,
        of command: Command,
        path: [String]
    ) throws(Complaint) -> ParsedLine {
        var flags: [String: String] = [:]
        var operands: [String] = []
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if word == "--help" || word == "-h" { return .help(command, path: path) }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let (flag, text) = try Self.flag(word, rest: &rest, of: command, path: path)
            guard flags.updateValue(text, forKey: flag.name) == nil else {
                throw .usage("--\(flag.name) is given twice: leave one of them out")
            }
        }
        let line = path.joined(separator: " ")
        guard command.run != nil else {
            let names = command.subcommands.map(\.name).joined(separator: ", ")
            throw .usage("\(line) does nothing alone: add one of \(names)")
        }
        if operands.count > command.operands.count {
            throw .usage("\"\(operands[command.operands.count])\" is one word too many: see \(line) --help")
        }
        if operands.count < command.operands.count {
            let missing = command.operands[operands.count].placeholder
            throw .usage(
                "\(missing) is missing: write \(line) \(command.operands.map(\.placeholder).joined(separator: " "))"
            )
        }
        return .run(command, operands: operands, flags: flags)
    }

    /// Reads `--name value`, `--name=value` or a `--toggle`.
    private static func flag(
        _ word: String,
        rest: inout ArraySlice<String>,
        of command: Command,
        path: [String]
    ) throws(Complaint) -> (Flag, String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].drop { $0 == "-" })
        guard parts[0] == "--" + name, let flag = command.flags.first(where: { $0.name == name }) else {
            throw .unknown("flag", String(parts[0]), among: command.flags.map { "--" + $0.name }, path: path)
        }
        if parts.count == 2 { return (flag, String(parts[1])) }
        switch flag.shape {
        case .toggle:
            return (flag, "true")
        case .value(let placeholder), .secret(let placeholder):
            // A word with dashes is more likely the next flag than a value; `--title=--` says that it is one.
            guard let value = rest.first, !value.hasPrefix("--") else {
                throw .usage("--\(name) needs a value: write --\(name) \(placeholder)")
            }
            rest = rest.dropFirst()
            return (flag, value)
        }
    }
}

extension Complaint {
    /// A command or flag that is not there, with the one that was probably meant.
    fileprivate static func unknown(
        _ kind: String,
        _ word: String,
        among candidates: [String],
        path: [String]
    ) -> Complaint {
        let line = path.joined(separator: " ")
        let mend =
            Spelling.nearest(to: word, among: candidates).map { "did you mean \($0)?" } ?? "see \(line) --help"
        return .usage("\(line) has no \(kind) \(word): \(mend)")
    }
}
