extension ClientSession {
    /// How a client session behaves.
    public struct Configuration: Sendable {
        /// How long it may take until the connection stands and the other end's SETTINGS are there.
        public var connectTimeout = Duration.seconds(10)
        /// How long an answer may take before its request is cancelled.
        public var requestTimeout = Duration.seconds(30)
        /// After so long without a byte from the other end, while requests wait, it is asked for a sign of life.
        public var pingAfterSilence = Duration.seconds(15)
        /// The same while none waits: often enough to keep firewalls from forgetting the connection.
        ///
        /// Source: Apple asks not to ping more often than an hour; peers use 15 seconds to ten minutes.
        public var pingWhenIdle = Duration.seconds(600)
        /// How long that sign may take before the connection is given up.
        public var pingTimeout = Duration.seconds(10)
        /// More requests than this are never under way at once, whatever the other end allows.
        public var maximumStreams = 10_000
        /// The fields of responses that are kept.
        public var responseFields: FieldNames
        /// So many bytes of a response's body are kept, and the rest is dropped.
        public var responseBodyLimit = 64 * 1024

        /// The defaults, with the fields of responses that are wanted.
        public init(responseFields: FieldNames = FieldNames()) {
            self.responseFields = responseFields
        }

        /// Deadlines are kept to about a tenth.
        var patrolInterval: Duration {
            min(.seconds(1), max(.milliseconds(5), min(requestTimeout, pingAfterSilence) / 10))
        }
    }
}
