import APNs
import WebPush

/// What an app says of a device when it registers it.
public struct DeviceRegistration: Hashable, Sendable {
    /// What is said of the device's owner.
    public enum Owner: Hashable, Sendable {
        /// Nothing: whoever is known stays.
        case unnamed
        /// That it belongs to nobody, as after a log-out.
        case nobody
        /// That it is this user's from now on.
        case user(UserID)
    }

    public let address: DeviceAddress
    public let platform: DevicePlatform
    public let owner: Owner
    /// The APNs environment; nil where none was named, or the device is not reached by APNs.
    public let environment: APNsEnvironment?
    /// Whether its owner has the paid version; nil leaves what is known, which is no at first.
    public let pro: Bool?

    /// Whether the app said with which VAPID key a browser subscribed; else it is the app's current one for a new device.
    let namesVAPIDKey: Bool

    /// Takes the members of a body as the API names them; others are ignored. A browser registers on the app's terms.
    ///
    /// - Throws: ``DraftFault``, which names the member.
    public init(_ members: JSONObject, terms: WebTerms? = nil) throws(DraftFault) {
        let reader = FieldReader(members)
        let platform = try Self.platform(in: members)
        self.platform = platform
        address = platform == .web ? try Self.address(reader, on: terms) : try Self.address(reader, on: platform)
        namesVAPIDKey = try reader.text("vapid_key") != nil
        let environment = try reader.word("environment", APNsEnvironment.self)
        self.environment = platform.service == .apns ? environment : nil
        pro = try reader.flag("pro")
        owner =
            switch members["user_id"] {
            case nil: .unnamed
            case .null: .nobody
            default: try reader.text("user_id").map { text throws(DraftFault) in .user(try UserID(text)) } ?? .nobody
            }
    }

    /// What the device runs, by the members of a body.
    public static func platform(in members: JSONObject) throws(DraftFault) -> DevicePlatform {
        if let platform = try FieldReader(members).word("platform", DevicePlatform.self) { return platform }
        let names = DevicePlatform.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw DraftFault(field: "platform", reason: "It is missing: one of \(names).")
    }

    private static func address(_ reader: FieldReader, on terms: WebTerms?) throws(DraftFault) -> DeviceAddress {
        guard let terms, let current = terms.publicKeys.first else {
            throw reader.fault("platform", "The app has no VAPID keys, without which no browser can subscribe.")
        }
        let key = try reader.text("vapid_key") ?? current
        guard terms.publicKeys.contains(key) else {
            throw reader.fault(
                "vapid_key",
                "It is none of the app's public keys: GET /vapid-key gives the one to subscribe with."
            )
        }
        guard let json = try reader.object("subscription") else {
            throw reader.fault("subscription", "It is missing: what PushSubscription.toJSON() gives.")
        }
        do throws(SubscriptionFault) {
            return .web(WebAddress(try PushSubscription(.object(json), within: terms.policy), subscribedWith: key))
        } catch {
            throw reader.fault("subscription", error.description)
        }
    }

    private static func address(_ reader: FieldReader, on platform: DevicePlatform) throws(DraftFault) -> DeviceAddress
    {
        guard let text = try reader.text("device_token") else {
            throw DraftFault(
                field: "device_token",
                reason: "It is missing: what \(platform.service.title) gave the app."
            )
        }
        switch platform.service {
        case .fcm: return try .fcm(checking: text)
        case .apns, .webPush:
            do throws(DeviceToken.Invalid) {
                return .apns(try DeviceToken(text))
            } catch {
                throw DraftFault(field: "device_token", reason: error.description)
            }
        }
    }
}
