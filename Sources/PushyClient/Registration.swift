/// What the server should know, or knows, about this device.
struct Registration: Codable, Hashable, Sendable {
    /// The device token in hexadecimal.
    let token: String
    let pro: Bool
    let environment: DeviceEnvironment
    var platform = DevicePlatform.ios
    var owner = DeviceOwner.unnamed
}

extension Registration {
    /// What was remembered before clients knew platforms and users was an iOS device that nobody was named for.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        token = try container.decode(String.self, forKey: .token)
        pro = try container.decode(Bool.self, forKey: .pro)
        environment = try container.decode(DeviceEnvironment.self, forKey: .environment)
        platform = try container.decodeIfPresent(DevicePlatform.self, forKey: .platform) ?? .ios
        owner = try container.decodeIfPresent(DeviceOwner.self, forKey: .owner) ?? .unnamed
    }
}
