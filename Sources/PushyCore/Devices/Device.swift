import APNs

/// A device of an app, and what is known of it.
public struct Device: Hashable, Sendable, Identifiable {
    public let id: DeviceID
    public let address: DeviceAddress
    public let record: TokenRecord

    public var platform: DevicePlatform { record.platform }
}
