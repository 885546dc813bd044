/// A moment's view of a client, for metrics.
public struct APNsStatistics: Hashable, Sendable {
    /// Connections that stand now.
    public var openConnections = 0
    /// Connections opened since the start, those that failed to come about not counted.
    public var connectionsOpened = 0
    /// Attempts to connect that came to nothing.
    public var connectionFailures = 0
    /// Connections that were replaced or lost.
    public var reconnects = 0
    /// Requests that wait for their answer.
    public var inFlight = 0
    /// Deliveries that wait to be sent, retries included.
    public var waiting = 0
    /// How many requests the servers allow in flight, summed over the connections.
    public var window = 0
    /// Requests that were sent once more.
    public var retries = 0
    /// Requests whose connection or deadline ended before their answer came: APNs may or may not have acted on them.
    public var ambiguous = 0
    /// Answers by status.
    public var answers: [Int: Int] = [:]
    /// Answers by how long they took: bucket *i* counts those up to `latencyBounds[i]`, the last one all beyond.
    public var latencyCounts: [Int] = []
    /// How long all answers took together.
    public var latencySum = Duration.zero
    /// The age of the provider token in seconds, or nil before the first.
    public var providerTokenAge: Double?
    /// What keeps the client from sending just now, as a sentence; nil while all is well.
    public var trouble: String?

    /// All zero.
    public init() {}

    /// Upper bounds of the buckets of ``latencyCounts``.
    public static let latencyBounds: [Duration] = [
        .milliseconds(1), .milliseconds(2), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5),
        .seconds(10), .seconds(30),
    ]
}
