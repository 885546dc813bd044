/// One notification to one device: whom it goes to, and the name that this delivery bears.
public struct APNsDelivery: Hashable, Sendable {
    public let token: DeviceToken
    public let id: APNsID

    public init(token: DeviceToken, id: APNsID = APNsID()) {
        self.token = token
        self.id = id
    }
}
