import PushyServer
import WorkersKV

/// Everything that `pushy serve` can be told.
struct ServerConfiguration: Sendable {
    let web: WebConfiguration
    let data: DataDirectory
    let keys: AccessKeys
    let masterKey: MasterKeyConfiguration
    let apns: APNsConfiguration
    let services: ServicesConfiguration
    let budget: KVBudget
    let alerts: AlertConfiguration
    let log: LogConfiguration
    /// All of it as it was given, without what is secret.
    let settings: [SettingGroup]

    /// The sections of its help page, in the order in which a newcomer needs them.
    static let sections = [
        FlagSection.configuration, AccessKeys.section, MasterKeyConfiguration.section, WebConfiguration.section,
        DataDirectory.section,
        APNsConfiguration.section, ServicesConfiguration.section, BudgetConfiguration.section,
        AlertConfiguration.section, LogConfiguration.section,
    ]

    /// - Throws: a complaint about the first setting that is missing or wrong.
    init(_ inputs: Inputs) throws(Complaint) {
        keys = try AccessKeys(inputs)
        masterKey = try MasterKeyConfiguration(inputs)
        web = try WebConfiguration(inputs)
        data = try DataDirectory(inputs)
        apns = try APNsConfiguration(inputs)
        services = try ServicesConfiguration(inputs)
        budget = try BudgetConfiguration(inputs).budget
        alerts = try AlertConfiguration(inputs)
        log = try LogConfiguration(inputs)
        var settings: [SettingGroup] = []
        for section in Self.sections { settings.append(try SettingGroup(section, from: inputs)) }
        self.settings = settings
    }
}
