/// The other end's announcement that it takes no new streams on a connection.
public struct GoAway: Hashable, Sendable {
    /// Streams above it were not processed, and their requests may be sent again.
    public let lastStreamID: Int32
    /// Why.
    public let code: HTTP2ErrorCode
    /// What the other end says about it; APNs sends JSON with a `reason`.
    public let debugData: [UInt8]

    /// An announcement.
    public init(lastStreamID: Int32, code: HTTP2ErrorCode, debugData: [UInt8]) {
        self.lastStreamID = lastStreamID
        self.code = code
        self.debugData = debugData
    }
}
