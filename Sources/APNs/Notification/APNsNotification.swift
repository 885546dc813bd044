/// What is sent to each device of a batch: the payload and how APNs is to treat it.
///
/// A value of this type is one that APNs has no reason to refuse: the push type matches the payload, a background push
/// has priority 5, and the sizes hold.
public struct APNsNotification: Hashable, Sendable {
    /// What the device gets.
    public let payload: APNsPayload
    /// The configured topic; what goes out has the push type's suffix.
    public let topic: APNsTopic
    /// How soon it is delivered.
    public let priority: APNsPriority
    /// How long APNs keeps trying.
    public let expiration: APNsExpiration
    /// What replaces each other on the device.
    public let collapseID: APNsCollapseID?

    /// The priority is 10 by default, and 5 for a background push, which may have no other.
    public init(
        payload: APNsPayload,
        topic: APNsTopic,
        priority: APNsPriority? = nil,
        expiration: APNsExpiration = .unspecified,
        collapseID: APNsCollapseID? = nil
    ) throws(APNsRefusal) {
        let isBackground = payload.pushType == .background
        if isBackground, let priority, priority != .considerate { throw .backgroundPriority }
        self.init(
            checked: payload,
            topic: topic,
            priority: priority ?? (isBackground ? .considerate : .immediate),
            expiration: expiration,
            collapseID: collapseID
        )
    }

    /// For what is known to be right.
    init(
        checked payload: APNsPayload,
        topic: APNsTopic,
        priority: APNsPriority,
        expiration: APNsExpiration,
        collapseID: APNsCollapseID? = nil
    ) {
        self.payload = payload
        self.topic = topic
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
    }

    /// What the notification is for; the payload was checked against it.
    public var pushType: APNsPushType { payload.pushType }
}
