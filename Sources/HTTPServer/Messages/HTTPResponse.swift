/// A response as a handler makes it.
public struct HTTPResponse: Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The header fields; `Content-Length`, `Date` and `Connection` are the server's to add.
    public var headers: HTTPHeaders
    /// What follows the header.
    public var body: Body

    /// A response, as it is.
    public init(_ status: HTTPStatus, headers: HTTPHeaders = [:], body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// What follows the header of a response.
    public enum Body: Sendable {
        /// Nothing.
        case empty
        /// Bytes that are all there.
        case bytes([UInt8])
        /// Chunks as they come, until the sequence ends, the client leaves or the server stops.
        case stream(ByteStream)
    }
}
