/// How a client connects, waits and retries.
public struct APNsClientConfiguration: Hashable, Sendable {
    /// Whom the client trusts to name a server.
    public enum Trust: Hashable, Sendable {
        /// The system's certificate authorities.
        case system
        /// The certificate authorities in a PEM file, and no others.
        case file(String)
    }

    public var trust = Trust.system
    /// How many connections are kept; a value below 1 counts as 1.
    public var connectionCount = 2
    /// From name look-up to the server's first HTTP/2 settings.
    public var connectDeadline = Duration.seconds(10)
    /// From the moment a request is written until its answer.
    public var requestDeadline = Duration.seconds(30)
    /// How long a connection may be silent before it is asked whether it lives.
    public var pingInterval = Duration.seconds(60)
    /// How long the answer to that may take.
    public var pingDeadline = Duration.seconds(10)
    /// How often one delivery is tried in all.
    public var attemptLimit = 5

    public init() {}
}
