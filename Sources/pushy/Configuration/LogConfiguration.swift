/// How log lines look.
struct LogConfiguration: Hashable, Sendable {
    enum Format: String, CaseIterable, Sendable {
        case text
        case json
    }

    let format: Format
}

extension LogConfiguration: ConfigurationPart {
    static let formatSetting = Setting<Format>.choice(
        Flag("log", .value("FORMAT"), default: "text", help: "Log lines as text for people, or as json for programs.")
    )
    static let section = FlagSection(title: "Log", flags: [formatSetting.flag])

    init(_ inputs: Inputs) throws(Complaint) {
        format = try inputs.value(Self.formatSetting)
    }
}
