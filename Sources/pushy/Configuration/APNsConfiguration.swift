import APNs

/// How to reach APNs and as whom; whatever is missing is missed only when something is to be sent.
struct APNsConfiguration: Hashable, Sendable {
    /// The text of the p8 file.
    let key: String?
    /// The path that it was read from, if it was.
    let keyFile: String?
    let keyID: String?
    let teamID: String?
    let topic: String?
    let production: APNsEndpoint
    let sandbox: APNsEndpoint
    /// A file of certificates in PEM to trust instead of the system's.
    let caFile: String?
    /// Connections to each of the two environments.
    let connectionCount: Int

    /// The variables without which nothing can be sent, those that are not set.
    var missingVariables: [String] {
        [(Self.apnsKey, key), (Self.keyIdentifier, keyID), (Self.teamIdentifier, teamID), (Self.bundleTopic, topic)]
            .filter { $0.1 == nil }
            .map(\.0.flag.variable)
    }
}

extension APNsConfiguration: ConfigurationPart {
    static let apnsKey = Setting.text(
        Flag("apns-key", .secret("P8"), help: "The text of the .p8 file that Apple lets you download once.")
    )
    static let keyIdentifier = Setting.text(
        Flag("apns-key-id", .value("ID"), help: "The ten characters of the key's ID, as in AuthKey_ABC123DEFG.p8.")
    )
    static let teamIdentifier = Setting.text(
        Flag("apns-team-id", .value("ID"), help: "The ten characters of your team's ID, from Apple's membership page.")
    )
    static let bundleTopic = Setting.text(
        Flag("apns-topic", .value("BUNDLE-ID"), help: "The app's bundle ID, such as com.example.app.")
    )
    static let productionURL = Setting(
        Flag(
            "apns-production-url",
            .value("URL"),
            default: APNsEnvironment.production.endpoint.description,
            help: "Where production notifications go; another one for a simulator or a proxy, https only."
        ),
        read: APNsEndpoint.init(setting:)
    )
    static let sandboxURL = Setting(
        Flag(
            "apns-sandbox-url",
            .value("URL"),
            default: APNsEnvironment.sandbox.endpoint.description,
            help: "Where sandbox notifications go, those of debug builds from Xcode."
        ),
        read: APNsEndpoint.init(setting:)
    )
    static let certificateAuthorities = Setting.text(
        Flag("apns-ca-file", .value("PATH"), help: "Certificates in PEM to trust instead of the system's.")
    )
    static let connections = Setting.number(
        Flag("apns-connections", .value("N"), default: "2", help: "Connections to each environment."),
        in: 1...64,
        of: "connections"
    )

    static let section = FlagSection(
        title: "APNs",
        flags: [
            apnsKey.flag, keyIdentifier.flag, teamIdentifier.flag, bundleTopic.flag, productionURL.flag,
            sandboxURL.flag,
            certificateAuthorities.flag, connections.flag,
        ]
    )

    init(_ inputs: Inputs) throws(Complaint) {
        key = try inputs.optional(Self.apnsKey)
        keyFile = try inputs.secretFile(Self.apnsKey.flag)
        keyID = try inputs.optional(Self.keyIdentifier)
        teamID = try inputs.optional(Self.teamIdentifier)
        topic = try inputs.optional(Self.bundleTopic)
        production = try inputs.value(Self.productionURL)
        sandbox = try inputs.value(Self.sandboxURL)
        caFile = try inputs.optional(Self.certificateAuthorities)
        connectionCount = try inputs.value(Self.connections)
    }
}

extension APNsEndpoint {
    fileprivate init(setting text: String) throws(Misfit) {
        do {
            try self.init(url: text)
        } catch {
            throw Misfit("give an address such as https://127.0.0.1:2197, https only and without a path")
        }
    }
}
