import PushyCore

/// What the credentials of apps are kept under; a server whose only app is the one that the settings name needs none.
struct MasterKeyConfiguration: Sendable {
    let current: MasterKey?
    /// The one before, as long as it is not certain that everything is sealed with the current one.
    let former: MasterKey?
}

extension MasterKeyConfiguration: ConfigurationPart {
    static let masterKey = Setting.masterKey(
        Flag("master-key", .secret("KEY"), help: "What the credentials of apps are kept under; pushy init makes it.")
    )
    static let formerKey = Setting.masterKey(
        Flag(
            "master-key-former",
            .secret("KEY"),
            help: "The one before, while pushy apps rotate-master-key puts the new one in its place."
        )
    )
    static let section = FlagSection(title: "Credentials of apps", flags: [masterKey.flag, formerKey.flag])

    init(_ inputs: Inputs) throws(Complaint) {
        current = try inputs.optional(Self.masterKey)
        former = try inputs.optional(Self.formerKey)
    }
}

extension Setting<MasterKey> {
    fileprivate static func masterKey(_ flag: Flag) -> Setting {
        Setting(flag) { text throws(Misfit) in
            do throws(MasterKey.Invalid) {
                return try MasterKey(text)
            } catch {
                throw Misfit("take the 43 characters that pushy init made")
            }
        }
    }
}
