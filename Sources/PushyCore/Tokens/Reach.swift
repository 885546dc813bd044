/// Whom a draft reaches, and what finding them takes.
public struct Reach: Hashable, Sendable {
    /// Devices that it would go to.
    public let recipients: Int
    /// Keys that are looked at to find them; nil for one device, which is known.
    public let keys: Int?
    /// The recipients by platform, where the draft is for devices of every service.
    public let devices: DeviceCounts?

    init(recipients: Int, keys: Int?, devices: DeviceCounts? = nil) {
        self.recipients = recipients
        self.keys = keys
        self.devices = devices
    }
}
