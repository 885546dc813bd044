/// One notification to one device: whom it goes to, and the name that this delivery bears.
public struct APNsDelivery: Hashable, Sendable {
    /// The device.
    public let token: DeviceToken
    /// The delivery's own name.
    public let id: APNsID

    /// A delivery; by default with a fresh name.
    public init(token: DeviceToken, id: APNsID = APNsID()) {
        self.token = token
        self.id = id
    }
}
