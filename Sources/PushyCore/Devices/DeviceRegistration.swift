import APNs

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

    /// Takes the members of a body as the API names them; others are ignored.
    ///
    /// - Throws: ``DraftFault``, which names the member.
    public init(_ members: JSONObject) throws(DraftFault) {
        let reader = FieldReader(members)
        guard let platform = try reader.word("platform", DevicePlatform.self) else {
            let names = DevicePlatform.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw DraftFault(field: "platform", reason: "It is missing: one of \(names).")
        }
        self.platform = platform
        address = try Self.address(reader, on: platform)
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
