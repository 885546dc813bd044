/// What a server answered, whatever its status.
public struct ClientResponse: Hashable, Sendable {
    /// The status, such as 200.
    public let status: Int

    /// The header fields, in order, with their names in lowercase.
    public let headers: [ClientRequest.Header]

    /// The body, whole.
    public let body: [UInt8]

    /// Takes its parts.
    public init(status: Int, headers: [ClientRequest.Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension ClientResponse {
    /// Whether the status says that the request was done.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The first value of a header field; the name in lowercase.
    public func value(of name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// How long the server asks to wait before the next try, as `Retry-After` has it in seconds.
    ///
    /// A date is not read: it would be held against this machine's clock, which may be the very thing that is wrong.
    public var retryAfter: Duration? {
        value(of: "retry-after").flatMap { UInt32($0) }.map { .seconds(Int64($0)) }
    }
}
