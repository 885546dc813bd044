import APNs

/// What became of a message at one device.
public struct SendOutcome: Hashable, Sendable, Codable {
    /// How a device was answered.
    public enum Status: String, Hashable, Sendable, Codable {
        /// Its service took the message.
        case sent
        /// Its service did not, or could not be asked; the device stays.
        case failed
        /// Its service says that it is gone; it is deleted, or will be once the budget allows it.
        case invalidToken = "invalid_token"
    }

    public let device: String
    public let platform: DevicePlatform
    public let status: Status
    /// Why it was not sent: the service's word for it, or a sentence.
    public let reason: String?

    init(_ device: Device, _ status: Status, reason: String? = nil) {
        self.device = device.id.text
        platform = device.platform
        self.status = status
        self.reason = reason
    }
}

/// What a service answered for one device.
enum DeviceAnswer: Hashable, Sendable {
    case sent
    /// APNs says that the device is gone, perhaps since when.
    case goneFromAPNs(APNsOutcome)
    /// FCM or a browser's service says that the device is gone.
    case gone(reason: String)
    /// Not delivered; the device stays.
    case failed(reason: String)
}
