/// What is sent to each browser: the payload and how services are to treat it.
public struct PushMessage: Hashable, Sendable {
    /// What the service worker gets; empty wakes it alone.
    public let payload: [UInt8]
    /// How long a service keeps trying, in seconds; 0 is one attempt.
    public let timeToLive: UInt32
    /// How urgent it is.
    public let urgency: PushUrgency
    /// What it replaces, and what replaces it.
    public let topic: PushTopic?
    /// How its length is hidden.
    public let padding: MessagePadding

    /// Four weeks are the most that services keep a message for.
    public static let longestTimeToLive: UInt32 = 28 * 86_400

    /// Takes at most 3,993 bytes.
    ///
    /// - Throws: ``MessageFault/tooLong(byteCount:)``.
    public init(
        _ payload: [UInt8],
        timeToLive: UInt32 = longestTimeToLive,
        urgency: PushUrgency = .normal,
        topic: PushTopic? = nil,
        padding: MessagePadding = .none
    ) throws(MessageFault) {
        _ = try padding.byteCount(after: payload.count)
        self.payload = payload
        self.timeToLive = timeToLive
        self.urgency = urgency
        self.topic = topic
        self.padding = padding
    }
}
