extension HTTPClient {
    /// How a client meets servers.
    public struct Configuration: Hashable, Sendable {
        /// How long connecting may take, TLS included.
        public var connectDeadline = Duration.seconds(10)
        /// How long the answer may take, from when the request is handed to a connection.
        public var deadline = Duration.seconds(30)
        /// How long a request may wait for its turn. It is long, for the wait says nothing about the server.
        public var queueDeadline = Duration.seconds(300)
        /// The longest body of an answer, in bytes.
        public var answerLimit = 1 << 20
        /// A file of certificates in PEM to trust besides the system's.
        public var caFile: String?
        /// Which addresses may be connected to.
        public var addresses = AddressRule.any
        /// So many connections at most go to one host; another is opened only where the others are full.
        public var connectionsPerHost = 40
        /// So many requests at most share a connection. A server that allows fewer makes the others wait, now and then for
        /// seconds: libcurl 7.88 is slow to notice that there is room again.
        ///
        /// Google ends connections that have more with `exceeded_max_concurrent_streams`.
        public var requestsPerConnection = 100
        /// So many requests of a lane may be under way to a host whatever the other lanes do.
        ///
        /// Each answer makes it one more, a request that times out brings it back: one that hangs leaves room to others.
        public var ownRequestsPerLane = 20
        /// So many requests of one lane at most are under way to a host.
        public var requestsPerLane = 200
        /// So many requests at most are under way to a host beyond those that the lanes have of their own.
        public var sharedRequestsPerHost = 400

        /// The defaults.
        public init() {}
    }
}

extension HTTPClient.Configuration {
    /// So many requests at most are under way to one host.
    var requestsPerHost: Int { max(1, connectionsPerHost) * max(1, requestsPerConnection) }

    /// A lane's own, which is never none.
    var ownRoom: Int { max(1, min(ownRequestsPerLane, requestsPerLane)) }

    /// A connection is given up only where the youngest of its requests has waited so long: others may be answered yet.
    var silenceLimit: Duration { deadline / 3 }
}
