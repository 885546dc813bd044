import HTTPServer
import PushyCore

/// The form of an app, or of a part of it, as a browser sends it: the names of its fields are those of the API, a dot between a
/// service's and its own.
struct AppForm: Sendable {
    /// What was filled in.
    private var values: [String: String] = [:]

    /// A form that nobody has sent yet.
    init() {}

    /// A form that was sent.
    init(_ form: FormFields) {
        for field in form.fields where !field.value.isEmpty && values[field.name] == nil {
            // Browsers send each line end as CR LF.
            values[field.name] = field.value.replacing("\r\n", with: "\n")
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// A new app as the API takes it; a service of which nothing was filled in is left out.
    var newApp: JSONObject {
        var fields = JSONObject()
        // Without a word on it the API complains, which it is to do.
        fields["id"] = .string(self["id"] ?? "")
        fields["name"] = self["name"].map(JSONValue.string)
        for service in PushServiceKind.allCases {
            let members = credentials(for: service)
            if !members.isEmpty { fields[service.credentialsName] = .object(members) }
        }
        return fields
    }

    /// A service's credentials as the API takes them: what is left empty stays as it was.
    func credentials(for service: PushServiceKind) -> JSONObject {
        var members = JSONObject()
        for field in Self.fields(for: service) {
            guard let value = self[field.name] else { continue }
            members[String(field.name.dropFirst(service.credentialsName.count + 1))] = .string(value)
        }
        if service == .webPush, self[Self.pairField.name] == "new" { members["public_key"] = .null }
        return members
    }
}

extension AppForm {
    /// What every app has.
    static let names = [
        FormField(
            name: "id",
            label: "ID",
            hint: "A name such as my-app: a to z, 0 to 9 and hyphen. Its backend calls it so, and it stays."
        ),
        FormField(name: "name", label: "Name", hint: "What you call it. Empty: its ID.", isProse: true),
    ]

    /// What an app needs to reach its devices by a service.
    static func fields(for service: PushServiceKind) -> [FormField] {
        switch service {
        case .apns: apns
        case .fcm: fcm
        case .webPush: webPush
        }
    }

    private static let apns = [
        FormField(
            name: "apns.p8_key",
            label: "Key",
            kind: .code(rows: 4),
            hint: "The whole text of the .p8 file, BEGIN and END included.",
            isWide: true
        ),
        FormField(name: "apns.key_id", label: "Key ID", hint: "Ten characters, beside the key at Apple."),
        FormField(name: "apns.team_id", label: "Team ID", hint: "Ten characters, on your membership's page."),
        FormField(name: "apns.bundle_id", label: "Bundle ID", kind: .line(placeholder: "com.example.app")),
    ]

    private static let fcm = [
        FormField(
            name: "fcm.service_account",
            label: "Service account",
            kind: .code(rows: 4),
            hint: "The whole JSON file that the Firebase console makes under Service accounts.",
            isWide: true
        )
    ]

    private static let webPush = [
        FormField(
            name: "vapid.subject",
            label: "Subject",
            kind: .line(placeholder: "mailto:you@example.com"),
            hint: "Whom browsers' services may write to. A pair of VAPID keys is made here.",
            isWide: true
        )
    ]

    /// Whether an app that has VAPID keys gets new ones.
    static let pairField = FormField(
        name: "vapid.pair",
        label: "VAPID keys",
        kind: .choice([("", "Keep the pair"), ("new", "Make a new pair: subscriptions go on by the former")]),
        isWide: true
    )

    /// What a field is called, for a sentence about it.
    static func label(of field: String) -> String {
        let all = names + PushServiceKind.allCases.flatMap(fields)
        return all.first { $0.name == field }?.label ?? field
    }
}

extension PushServiceKind {
    /// Which devices it reaches.
    var reached: String {
        switch self {
        case .apns: "iPhone, iPad, Mac, Apple TV, Watch and Vision"
        case .fcm: "Android"
        case .webPush: "browsers"
        }
    }

    /// The service of a name that the API gives to its credentials.
    init?(credentialsName name: String) {
        guard let service = Self.allCases.first(where: { $0.credentialsName == name }) else { return nil }
        self = service
    }
}

extension DevicePlatform {
    /// The platform as it is written.
    var worded: String {
        switch self {
        case .ios: "iOS"
        case .macos: "macOS"
        case .tvos: "tvOS"
        case .watchos: "watchOS"
        case .visionos: "visionOS"
        case .android: "Android"
        case .web: "Web"
        }
    }
}

extension DeviceCounts {
    /// The devices that a service reaches.
    func devices(by service: PushServiceKind) -> Int {
        DevicePlatform.allCases.filter { $0.service == service }.reduce(0) { $0 + devices(on: $1) }
    }
}
