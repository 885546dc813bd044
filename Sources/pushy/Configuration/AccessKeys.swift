/// The two passwords of a server.
struct AccessKeys: Hashable, Sendable {
    /// What the app sends as `X-App-Key`; it stands in every copy of the app, so it opens nothing but registration.
    let app: String
    /// What the owner logs in with.
    let admin: String

    /// Shorter ones can be tried out.
    private static let soundCharacterCount = 16

    /// What should be said about keys that work and are not safe, a line each.
    var warnings: [String] {
        [(Self.appKey, app), (Self.adminKey, admin)]
            .filter { $1.count < Self.soundCharacterCount }
            .map { setting, key in
                "\(setting.flag.variable) has only \(key.count) characters and may be guessed: pushy init makes good keys"
            }
    }

    static let appKey = Setting.accessKey(
        Flag("app-key", .secret("KEY"), help: "What the app sends as X-App-Key. Required.")
    )
    static let adminKey = Setting.accessKey(
        Flag(
            "admin-key",
            .secret("KEY"),
            help: "The owner's password for /admin, and the bearer token of programs. Required."
        )
    )
}

extension AccessKeys: ConfigurationPart {
    static let section = FlagSection(title: "Keys", flags: [appKey.flag, adminKey.flag])

    init(_ inputs: Inputs) throws(Complaint) {
        app = try Self.key(Self.appKey, from: inputs)
        admin = try Self.key(Self.adminKey, from: inputs)
        guard app != admin else {
            throw .configuration(
                "PUSHY_APP_KEY and PUSHY_ADMIN_KEY are the same: take two, for every copy of the app holds the first"
            )
        }
    }

    private static func key(_ setting: Setting<String>, from inputs: Inputs) throws(Complaint) -> String {
        if let key = try inputs.optional(setting) { return key }
        let variable = setting.flag.variable
        throw .configuration(
            """
            \(variable) is missing: make both keys with pushy init and name its file with --env-file pushy.env, \
            or set \(variable) or \(variable)_FILE
            """
        )
    }
}

extension Setting<String> {
    /// A text that an HTTP header can carry.
    fileprivate static func accessKey(_ flag: Flag) -> Setting {
        Setting(flag) { text throws(Misfit) in
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }), text.first != " ",
                text.last != " "
            else { throw Misfit("take visible ASCII characters, as pushy init does, without spaces around them") }
            return text
        }
    }
}
