/// One thing that a command can be told: as `--name`, as an environment variable, or as a line of the env file.
///
/// Flags are declared once as values; parsing, looking up, the help page and the complaints all come from the declaration.
struct Flag: Hashable, Sendable {
    /// What may follow the flag.
    enum Shape: Hashable, Sendable {
        /// A value, shown in the help page as this word.
        case value(String)
        /// Nothing: the flag alone means yes.
        case toggle
        /// A value that is never repeated in a complaint, and that may stand in a file named by `--name-file`.
        case secret(String)
    }

    /// Without the dashes: `listen` for `--listen`.
    let name: String
    let variable: String
    let shape: Shape
    /// A sentence for the help page.
    let help: String
    /// What holds when nobody says anything, written as one would write it after the flag.
    let defaultText: String?
    /// Whether it is meant for one run alone: then a variable must not say it, and a run that meets one does not go on.
    private(set) var isForOneRun = false

    /// The variable is made of the name, as `PUSHY_KV_PLAN` of `kv-plan`, unless one is given.
    init(_ name: String, variable: String? = nil, _ shape: Shape, default defaultText: String? = nil, help: String) {
        self.name = name
        self.variable = variable ?? "PUSHY_" + name.uppercased().replacing("-", with: "_")
        self.shape = shape
        self.help = help
        self.defaultText = defaultText
    }
}

extension Flag {
    /// The same flag, which only the command line can give.
    var forOneRun: Flag {
        var flag = self
        flag.isForOneRun = true
        return flag
    }

    var isSecret: Bool {
        if case .secret = shape { true } else { false }
    }

    /// For a secret, the flag that names the file it stands in.
    var file: Flag? {
        guard isSecret else { return nil }
        return Flag(
            name + "-file",
            variable: variable + "_FILE",
            .value("PATH"),
            help: "A file that holds it; a newline at its end is dropped."
        )
    }
}

/// Flags that belong together on a help page.
struct FlagSection: Sendable {
    let title: String
    let flags: [Flag]
}
