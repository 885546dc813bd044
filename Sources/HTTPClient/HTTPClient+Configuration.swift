extension HTTPClient {
    /// How a client meets servers.
    public struct Configuration: Hashable, Sendable {
        /// How long connecting may take, TLS included.
        public var connectDeadline = Duration.seconds(10)
        /// How long all of it may take, the wait for a connection that is free included.
        public var deadline = Duration.seconds(30)
        /// The longest body of an answer, in bytes.
        public var answerLimit = 1 << 20
        /// A file of certificates in PEM to trust besides the system's.
        public var caFile: String?
        /// Which addresses may be connected to.
        public var addresses = AddressRule.any
        /// So many connections at most go to one host.
        public var connectionsPerHost = 4
        /// So many requests at most share a connection, and fewer where the server says so.
        ///
        /// Google ends connections that have more with `exceeded_max_concurrent_streams`.
        public var requestsPerConnection = 100
        /// So many requests of one lane at most are under way to a host, so that one that hangs leaves room to others.
        public var requestsPerLane = 200

        /// The defaults.
        public init() {}
    }
}

extension HTTPClient.Configuration {
    /// So many requests at most are under way to one host.
    var requestsPerHost: Int { max(1, connectionsPerHost) * max(1, requestsPerConnection) }
}
