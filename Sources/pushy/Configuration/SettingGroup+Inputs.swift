import PushyServer

extension SettingGroup {
    /// The settings of a section as they were given, without what is secret.
    init(_ section: FlagSection, from inputs: Inputs) throws(Complaint) {
        var settings: [Setting] = []
        for flag in section.flags { settings.append(try Self.setting(flag, from: inputs)) }
        self.init(title: section.title, settings: settings)
    }

    private static func setting(_ flag: Flag, from inputs: Inputs) throws(Complaint) -> Setting {
        let given = try inputs.given(flag)
        let isGiven = given.map { if case .fallback = $0.origin { false } else { true } } ?? false
        return Setting(
            name: flag.variable,
            meaning: flag.help,
            value: try value(given, of: flag, from: inputs),
            isGiven: isGiven
        )
    }

    private static func value(
        _ given: Inputs.Given?,
        of flag: Flag,
        from inputs: Inputs
    ) throws(Complaint) -> String {
        guard let given else { return "not set" }
        guard flag.isSecret else { return given.text }
        return try inputs.secretFile(flag).map { "set, by the file \($0)" } ?? "set"
    }
}
