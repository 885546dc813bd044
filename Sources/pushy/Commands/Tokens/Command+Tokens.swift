import APNs
import PushyCore

extension Command {
    /// `pushy tokens`
    static let tokens = Command(
        "tokens",
        summary: "counts, lists, adds, removes, imports and exports device tokens",
        details: """
            They work on the store itself, whether the server runs or not, and say on standard error which data directory that \
            is. Name the server's with the same --env-file or --data.
            """,
        subcommands: [.tokensCount, .tokensList, .tokensAdd, .tokensRemove, .tokensImport, .tokensExport]
    )

    /// What all of them can be told.
    static let storeSections = [FlagSection.configuration, DataDirectory.section]

    /// The same with the app whose tokens they are.
    static let tokenSections = storeSections + [FlagSection(title: "Whose", flags: [Setting<AppID>.app.flag])]

    static let tokenOperand = Operand(
        placeholder: "TOKEN",
        help: "The device token in hexadecimal; case, spaces and angle brackets do not matter."
    )
}

extension Setting<Audience> {
    static let audience = Setting.choice(
        Flag("audience", .value("AUDIENCE"), default: "all", help: "Only these devices: all, pro or free.")
    )
}

extension Setting<APNsEnvironment> {
    static let environment = Setting.choice(
        Flag("environment", .value("ENVIRONMENT"), help: "Only devices registered for production, or for sandbox.")
    )
}

extension DeviceToken {
    /// Takes a token from the command line.
    init(operand text: String) throws(Complaint) {
        do throws(Invalid) {
            try self.init(text)
        } catch {
            throw .usage("\(error)")
        }
    }
}
