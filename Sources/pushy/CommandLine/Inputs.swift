/// Everything that was said to a command, wherever it was said; a flag wins over the environment, which wins over the env file.
struct Inputs: Sendable {
    /// By flag name, as the command line has them.
    let flags: [String: String]
    let environment: [String: String]
    let file: EnvironmentFile?

    /// A text that was given, and where.
    struct Given: Hashable, Sendable {
        let text: String
        let origin: Origin
    }

    /// Where a text was given; its description is how a complaint names it.
    enum Origin: Hashable, Sendable, CustomStringConvertible {
        case flag(String)
        case variable(String)
        case line(variable: String, path: String, number: Int)
        case fallback(String)

        var description: String {
            switch self {
            case .flag(let name): "--\(name)"
            case .variable(let name): name
            case .line(let variable, let path, let number): "\(variable) (line \(number) of \(path))"
            case .fallback(let name): "the default of --\(name)"
            }
        }

        var exitCode: ExitCode {
            if case .flag = self { .usage } else { .configuration }
        }
    }
}

extension Inputs {
    /// The value of a setting, or of its default.
    ///
    /// - Throws: a complaint when it is missing or no such value.
    func value<Value>(_ setting: Setting<Value>) throws(Complaint) -> Value {
        if let value = try optional(setting) { return value }
        let file = setting.flag.file.map { " (or \($0.variable), the path of a file that holds it)" } ?? ""
        throw Complaint.usage("--\(setting.flag.name) is missing: give it, or set \(setting.flag.variable)\(file)")
    }

    /// The value of a setting, of its default, or nothing if it has none.
    ///
    /// - Throws: a complaint when what was given is no such value.
    func optional<Value>(_ setting: Setting<Value>) throws(Complaint) -> Value? {
        guard let given = try given(setting.flag) else { return nil }
        do {
            return try setting.read(given.text)
        } catch {
            let shown = setting.flag.isSecret ? "not usable" : "\"\(given.text)\""
            throw Complaint(sentence: "\(given.origin) is \(shown): \(error.mend)", exitCode: given.origin.exitCode)
        }
    }

    /// The text that holds for a flag, with the place where it was said.
    ///
    /// An empty variable counts as not set, as tools that pass variables on leave it empty; an empty flag was meant.
    ///
    /// - Throws: a complaint when a secret is given both itself and by its file, or when that file cannot be read; and when
    ///   a variable says what is for one run alone.
    func given(_ flag: Flag) throws(Complaint) -> Given? {
        if flag.isForOneRun, onCommandLine(flag) == nil, let standing = inEnvironment(flag) ?? inFile(flag) {
            throw .configuration(
                "\(standing.origin) would hold for every run: take it out, and give --\(flag.name) when it is meant"
            )
        }
        let sources: [(Flag) -> Given?] = [onCommandLine, inEnvironment, inFile]
        for source in sources {
            let itself = source(flag)
            guard let byFile = flag.file.flatMap(source) else {
                if let itself { return itself }
                continue
            }
            if let itself {
                throw Complaint(
                    sentence: "\(itself.origin) and \(byFile.origin) are both given: keep one of them",
                    exitCode: itself.origin.exitCode
                )
            }
            return try contents(of: byFile)
        }
        return flag.defaultText.map { Given(text: $0, origin: .fallback(flag.name)) }
    }

    /// The path of the file that a secret comes from; nothing when it is given itself, or not at all.
    func secretFile(_ flag: Flag) throws(Complaint) -> String? {
        guard let file = flag.file, let given = try given(flag), given.origin == (try self.given(file)?.origin) else {
            return nil
        }
        return try self.given(file)?.text
    }

    private func onCommandLine(_ flag: Flag) -> Given? {
        flags[flag.name].map { Given(text: $0, origin: .flag(flag.name)) }
    }

    private func inEnvironment(_ flag: Flag) -> Given? {
        guard let text = environment[flag.variable], !text.isEmpty else { return nil }
        return Given(text: text, origin: .variable(flag.variable))
    }

    private func inFile(_ flag: Flag) -> Given? {
        guard let file, let line = file.lines[flag.variable], !line.value.isEmpty else { return nil }
        let origin = Origin.line(variable: flag.variable, path: file.path, number: line.number)
        return Given(text: line.value, origin: origin)
    }

    private func contents(of path: Given) throws(Complaint) -> Given {
        let text: String
        do {
            text = try TextFile.text(at: path.text)
        } catch {
            throw Complaint(
                sentence:
                    "\(path.origin) names \(path.text), which cannot be read (\(error.reason)): mend the path or its permissions",
                exitCode: path.origin.exitCode
            )
        }
        var scalars = text.unicodeScalars[...]
        if scalars.last == "\n" { scalars.removeLast() }
        if scalars.last == "\r" { scalars.removeLast() }
        guard !scalars.allSatisfy(\.properties.isWhitespace) else {
            throw Complaint(
                sentence: "\(path.origin) names \(path.text), which is empty: fill it, or name the right file",
                exitCode: path.origin.exitCode
            )
        }
        return Given(text: String(scalars), origin: path.origin)
    }
}
