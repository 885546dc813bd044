/// A moment's view of a client, for metrics.
public struct APNsStatistics: Hashable, Sendable {
    public init() {}
    public var openConnections = 0
    /// Connections opened since the start, and how many of them replaced another.
    public var connections = 0
    public var reconnects = 0
    public var inFlight = 0
    public var waiting = 0
    /// What the servers allow in flight, summed over the connections.
    public var window = 0
    public var retries = 0
    /// Answers by status.
    public var answers: [Int: Int] = [:]
    /// Answers by how long they took: bucket *i* counts those up to `latencyBounds[i]`, the last one all above.
    public var latencyCounts: [Int] = []
    public var latencySum = Duration.zero

    /// Upper bounds of the buckets of ``latencyCounts``.
    public static let latencyBounds: [Duration] = [
        .milliseconds(1), .milliseconds(2), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5),
        .seconds(10), .seconds(30),
    ]
}
