import PushyCore

/// What the command line says of an app, as the fields that the API takes.
struct AppFlags: Sendable {
    let fields: JSONObject

    static let name = Setting.text(
        Flag("name", .value("NAME"), help: "What people call the app; its id without it.")
    ).forOneRun
    static let keyFile = Setting.text(
        Flag("p8-file", .value("PATH"), help: "The .p8 file that Apple lets you download once.")
    ).forOneRun
    static let keyID = Setting.text(
        Flag("key-id", .value("ID"), help: "The ten characters of that key's ID.")
    ).forOneRun
    static let teamID = Setting.text(
        Flag("team-id", .value("ID"), help: "The ten characters of your team's ID at Apple.")
    ).forOneRun
    static let bundleID = Setting.text(
        Flag("bundle-id", .value("BUNDLE-ID"), help: "The app's bundle ID, such as com.example.app.")
    ).forOneRun
    static let serviceAccountFile = Setting.text(
        Flag("service-account-file", .value("PATH"), help: "The JSON file of a Firebase service account.")
    ).forOneRun
    static let subject = Setting.text(
        Flag(
            "vapid-subject",
            .value("ADDRESS"),
            help: "Whom push services write to, such as mailto:you@example.com; a key pair is made where there is none."
        )
    ).forOneRun
    static let vapidKeyFile = Setting.text(
        Flag("vapid-key-file", .value("PATH"), help: "A VAPID private key that you have, in PEM or Base64URL.")
    ).forOneRun
    static let newVAPIDKey = Setting.toggle(
        "new-vapid-key",
        help: "Make a new key pair; subscriptions that were made with a former one go on working."
    ).forOneRun
    static let removed = Setting<[Service]>.list(
        Flag("remove", .value("LIST"), help: "Take the credentials of apns, fcm or vapid away.")
    ) { word throws(Misfit) in
        guard let service = Service(rawValue: word.lowercased()) else { throw Misfit.noneOf(Service.self, for: word) }
        return service
    }.forOneRun

    enum Service: String, CaseIterable, Sendable {
        case apns, fcm, vapid
    }

    static let sections = [
        FlagSection(title: "The app", flags: [name.flag]),
        FlagSection(title: "APNs", flags: [keyFile.flag, keyID.flag, teamID.flag, bundleID.flag]),
        FlagSection(title: "FCM", flags: [serviceAccountFile.flag]),
        FlagSection(title: "Web Push", flags: [subject.flag, vapidKeyFile.flag, newVAPIDKey.flag]),
    ]

    /// What is named, and null for what is to be taken away.
    init(_ inputs: Inputs) throws(Complaint) {
        var fields = JSONObject()
        fields["name"] = try inputs.optional(Self.name).map(JSONValue.string)
        for service in try inputs.optional(Self.removed) ?? [] { fields[service.rawValue] = .null }

        var apns = JSONObject()
        apns["p8_key"] = try Self.contents(Self.keyFile, inputs)
        apns["key_id"] = try inputs.optional(Self.keyID).map(JSONValue.string)
        apns["team_id"] = try inputs.optional(Self.teamID).map(JSONValue.string)
        apns["bundle_id"] = try inputs.optional(Self.bundleID).map(JSONValue.string)
        if !apns.isEmpty { fields["apns"] = .object(apns) }

        if let account = try Self.contents(Self.serviceAccountFile, inputs) {
            fields["fcm"] = ["service_account": account]
        }

        var vapid = JSONObject()
        vapid["subject"] = try inputs.optional(Self.subject).map(JSONValue.string)
        vapid["private_key"] = try Self.contents(Self.vapidKeyFile, inputs)
        if try inputs.optional(Self.newVAPIDKey) == true { vapid["public_key"] = .null }
        if !vapid.isEmpty { fields["vapid"] = .object(vapid) }
        self.fields = fields
    }

    private static func contents(_ setting: Setting<String>, _ inputs: Inputs) throws(Complaint) -> JSONValue? {
        guard let path = try inputs.optional(setting) else { return nil }
        do throws(TextFile.Unreadable) {
            return .string(try TextFile.text(at: path))
        } catch {
            throw .usage("--\(setting.flag.name): \(error)")
        }
    }
}
