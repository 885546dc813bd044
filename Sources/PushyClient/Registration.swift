/// What the server should know, or knows, about this device.
struct Registration: Codable, Hashable, Sendable {
    /// The device token in hexadecimal.
    let token: String
    let pro: Bool
    let environment: DeviceEnvironment
}
