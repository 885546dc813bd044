import HTTP2

/// One connection of a pool, and what the pool knows of how it fares.
final class PooledConnection {
    /// Nil only while the session is being made.
    private(set) var session: ClientSession?
    /// Whether APNs ever served a request on it.
    var hasServed = false
    /// Requests that fared badly on it, with none served in between.
    var faultsInARow = 0
    /// Whether it takes no more requests and another takes its place.
    var isRetiring = false
    /// Whether it is kept for requests of which one may break its connections.
    let isIsolating: Bool
    /// Requests that wait for their answer on it.
    var inFlight = 0
    /// What its end left unserved, until that is sent again in smaller groups.
    var unserved: [Ticket] = []
    /// Whether it served nothing because of what was sent on it, and not because of APNs.
    var isExcused = false
    /// What the server said when it took no more requests.
    var farewell: APNsFailure?

    // Pool and connection hold each other until the session's end, which comes with the loop's at the latest.
    private let pool: ConnectionPool

    init(in pool: ConnectionPool, isIsolating: Bool) {
        self.pool = pool
        self.isIsolating = isIsolating
    }

    func connect(to endpoint: Endpoint, tls: TLSContext, configuration: ClientSession.Configuration) {
        session = ClientSession(to: endpoint, tls: tls, configuration: configuration, on: pool.loop, handler: self)
    }

    var isOpen: Bool { session?.isOpen ?? false }

    /// Whether the server's stream limit is 0, and nothing is under way any more.
    var isClosedToRequests: Bool { isOpen && !isRetiring && session?.streamLimit == 0 && inFlight == 0 }
}

extension PooledConnection: ClientSessionHandler {
    func sessionOpened(_ session: ClientSession) {
        pool.opened(self)
    }

    func session(_ session: ClientSession, canSend room: Int) {
        if isIsolating { pool.fillIsolated(self, session, room: room) } else { pool.fill(self, session, room: room) }
    }

    func session(_ session: ClientSession, answered tag: UInt64, with response: borrowing ReceivedMessage) {
        pool.answered(DeliveryTag(rawValue: tag), with: response, on: self)
    }

    func session(_ session: ClientSession, lost tag: UInt64, to loss: StreamLoss) {
        pool.lost(DeliveryTag(rawValue: tag), to: loss, on: self)
    }

    func session(_ session: ClientSession, changedStreamLimit limit: Int) {
        // The session holds the limit, and asks for requests as soon as there is room.
        if limit == 0 { pool.settleSoon() }
    }

    func session(_ session: ClientSession, isGoingAway goAway: GoAway) {
        pool.isGoingAway(self, goAway)
    }

    func session(_ session: ClientSession, ended cause: ConnectionEnd) {
        pool.ended(self, cause)
    }
}
