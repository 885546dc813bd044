/// What a client session tells its user, always on the loop's thread.
///
/// Every submitted request ends in exactly one call of `answered` or of `lost`, and every session in one call of `ended`,
/// after which nothing follows.
public protocol ClientSessionHandler: AnyObject {
    /// The connection stands, and the other end's stream limit is known.
    func sessionOpened(_ session: ClientSession)

    /// So many requests may be submitted now. Called in each turn of the loop that something happened in, and after
    /// ``ClientSession/sendSoon()``, while there is room; what is submitted here is sent in one batch.
    func session(_ session: ClientSession, canSend room: Int)

    /// A request was answered. The response is gone after the call.
    func session(_ session: ClientSession, answered tag: UInt64, with response: borrowing ReceivedMessage)

    /// A request will not be answered.
    func session(_ session: ClientSession, lost tag: UInt64, to loss: StreamLoss)

    /// The other end changed how many streams it takes.
    func session(_ session: ClientSession, changedStreamLimit limit: Int)

    /// The other end takes no new requests on this connection: open another one now. Requests above its last stream are
    /// lost as ``StreamLoss/unprocessed``; the others may still be answered, and then the session ends by itself.
    func session(_ session: ClientSession, isGoingAway goAway: GoAway)

    /// The connection is over.
    func session(_ session: ClientSession, ended cause: ConnectionEnd)
}

/// Why a request will not be answered.
public enum StreamLoss: Error, Hashable, Sendable {
    /// The other end did not process it (REFUSED_STREAM, above the last stream of a GOAWAY, or never sent): send it again.
    case unprocessed
    /// The other end reset its stream for another reason; it may have been processed.
    case reset(HTTP2ErrorCode)
    /// No answer by the deadline; it may have been processed.
    case timedOut
    /// The connection ended; it may have been processed.
    case connectionLost
}
