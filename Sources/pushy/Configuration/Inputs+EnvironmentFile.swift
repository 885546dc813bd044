extension FlagSection {
    /// What every command that reads settings understands.
    static let configuration = FlagSection(title: "Configuration", flags: [Inputs.environmentFile.flag])
}

extension Command {
    /// Whether the command looks settings up in the file that `--env-file` names.
    var readsEnvironmentFile: Bool { flags.contains(Inputs.environmentFile.flag) }
}

extension Inputs {
    static let environmentFile = Setting.text(
        Flag(
            "env-file",
            .value("PATH"),
            help: "Settings from a file of NAME=value lines, taken literally ($, quotes and # included)."
        )
    )

    /// Joins the three places where a setting can be said; the env file is the one that the other two name.
    ///
    /// - Throws: a complaint when the file cannot be read or a line of it is malformed.
    init(flags: [String: String], environment: [String: String]) throws(Complaint) {
        let withoutFile = Inputs(flags: flags, environment: environment, file: nil)
        guard let path = try withoutFile.optional(Self.environmentFile) else {
            self = withoutFile
            return
        }
        self.init(flags: flags, environment: environment, file: try EnvironmentFile(path: path))
    }

    /// Values of the env file that stand in quotes: elsewhere those are taken off, here they belong to the value.
    func quotedLines(among known: [Flag]) -> [String] {
        let names = Set(known.flatMap { [$0.variable] + ($0.file.map { [$0.variable] } ?? []) })
        return (file?.lines ?? [:])
            .filter { name, line in names.contains(name) && line.isQuoted }
            .sorted { $0.value.number < $1.value.number }
            .map { name, line in
                let origin = Origin.line(variable: name, path: file?.path ?? "", number: line.number)
                return "\(origin) stands in quotes, which are taken literally: leave them out"
            }
    }

    /// Names that look like Pushy's and are not, each with the one that was probably meant: a slip of the pen in a variable
    /// would otherwise leave its default in force without a word.
    func strangers(among known: [Flag]) -> [String] {
        let names = Set(known.flatMap { [$0.variable] + ($0.file.map { [$0.variable] } ?? []) })
        let inFile = (file?.lines ?? [:]).map { name, line in
            (name: name, origin: Origin.line(variable: name, path: file?.path ?? "", number: line.number))
        }
        let inEnvironment = environment.keys.map { (name: $0, origin: Origin.variable($0)) }
        return (inFile + inEnvironment)
            .filter { $0.name.hasPrefix("PUSHY_") && !names.contains($0.name) }
            .sorted { $0.name < $1.name }
            .map { name, origin in
                let meant = Spelling.nearest(to: name, among: names.sorted()).map { "; did you mean \($0)?" } ?? ""
                return "\(origin) is not a setting of pushy and is ignored\(meant)"
            }
    }
}
