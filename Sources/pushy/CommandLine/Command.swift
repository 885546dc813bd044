/// Something that `pushy` can do, declared as a value: its words, its flags, its help and its work.
struct Command: Sendable {
    /// The last of its words: `import` for `pushy tokens import`.
    let name: String
    /// One line, for the list of commands.
    let summary: String
    /// What somebody who never used it needs to know, in paragraphs of plain sentences.
    let details: String
    /// What it takes besides flags, in order; each is required.
    let operands: [Operand]
    let sections: [FlagSection]
    let examples: [Example]
    let subcommands: [Command]
    /// Its work, or nothing when only its subcommands do any.
    let run: (@Sendable (Invocation) async throws(Complaint) -> Void)?

    init(
        _ name: String,
        summary: String,
        details: String,
        operands: [Operand] = [],
        sections: [FlagSection] = [],
        examples: [Example] = [],
        subcommands: [Command] = [],
        run: (@Sendable (Invocation) async throws(Complaint) -> Void)? = nil
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.operands = operands
        self.sections = sections
        self.examples = examples
        self.subcommands = subcommands
        self.run = run
    }

    /// A word that a command takes by its place.
    struct Operand: Hashable, Sendable {
        /// As the help page shows it: `FILE`.
        let placeholder: String
        let help: String
    }

    /// A line to type, and what it is good for.
    struct Example: Hashable, Sendable {
        let line: String
        let purpose: String
    }
}

extension Command {
    /// Every flag that may follow the command, the files of its secrets included.
    var flags: [Flag] {
        sections.flatMap(\.flags).flatMap { flag in [flag] + (flag.file.map { [$0] } ?? []) }
    }

    func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }

    /// The command and all below it.
    var family: [Command] {
        [self] + subcommands.flatMap(\.family)
    }
}
