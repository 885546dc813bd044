/// How a client connects, waits and retries.
public struct APNsClientConfiguration: Hashable, Sendable {
    /// Whom the client trusts to name a server.
    public enum Trust: Hashable, Sendable {
        /// The system's certificate authorities.
        case system
        /// The certificate authorities in a PEM file, and no others.
        case file(String)
        /// The certificate authorities in a PEM text, and no others.
        case certificates([UInt8])
    }

    /// Whom the client trusts.
    public var trust = Trust.system
    /// How many connections are kept, 1 or more.
    public var connectionCount = 2
    /// More requests than this are never in flight on one connection, whatever the server allows; 1 or more.
    ///
    /// APNs allows 1,000. The bound keeps the memory of a client bounded whatever a server says.
    public var streamLimit = 1000
    /// From the look-up of the name until the server's first HTTP/2 settings are there.
    public var connectDeadline = Duration.seconds(10)
    /// From the moment a request is written until its answer.
    public var requestDeadline = Duration.seconds(20)
    /// How long a connection may be silent before it is asked for a sign of life.
    public var pingInterval = Duration.seconds(30)
    /// How long that sign may take.
    public var pingDeadline = Duration.seconds(10)
    /// How often one delivery is tried in all while APNs as a whole is well; 1 or more.
    public var attemptLimit = 5
    /// How long deliveries wait for an APNs that cannot be reached, or that answers nothing but faults, before they fail.
    public var patience = Duration.seconds(120)
    /// The pause before a first retry; each further one is twice as long, and all are shortened by chance to as little
    /// as half, so that what failed together does not come back together.
    public var firstRetryDelay = Duration.milliseconds(500)
    /// The longest pause between retries.
    public var longestRetryDelay = Duration.seconds(30)

    /// The defaults.
    public init() {}
}

extension APNsClientConfiguration {
    /// Why a client cannot work with a configuration.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// A count that must be 1 or more is not.
        case count(name: String, value: Int)
        /// The file with the authorities to trust cannot be used.
        case trust(String)

        /// A sentence that says what to mend.
        public var description: String {
            switch self {
            case .count(let name, let value): "The \(name) is \(value); set it to 1 or more."
            case .trust(let detail): detail
            }
        }
    }

    func checked() throws(Invalid) -> APNsClientConfiguration {
        for (name, value) in [
            ("number of connections to APNs", connectionCount), ("limit of requests in flight", streamLimit),
            ("number of attempts", attemptLimit),
        ] where value < 1 {
            throw .count(name: name, value: value)
        }
        return self
    }
}
