/// A request as a handler gets it: a value of its own, whole, with its body read.
public struct HTTPRequest: Sendable {
    /// What is asked. A HEAD that a GET route answers stays `.head`.
    public var method: HTTPMethod
    /// The path and query as they came, percent-encoded: `/tokens?limit=10`.
    public var target: String
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, all of it; empty when there was none.
    public var body: [UInt8]
    /// The address at the other end of the connection.
    public var remoteAddress: IPAddress
    /// The address of the client: ``remoteAddress``, or what a trusted proxy says of it.
    public var clientAddress: IPAddress
    /// Whether the client spoke TLS, to this server or to a trusted proxy in front of it.
    public var isSecure: Bool
    /// What stood in the places of the route's parameters, percent-decoded once.
    public internal(set) var parameters = RouteParameters()

    /// A request that did not come over a socket, for a router in a test.
    public init(
        _ method: HTTPMethod,
        _ target: String,
        headers: HTTPHeaders = [:],
        body: [UInt8] = [],
        remoteAddress: IPAddress = .loopback,
        clientAddress: IPAddress? = nil,
        isSecure: Bool = false
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
        self.clientAddress = clientAddress ?? remoteAddress
        self.isSecure = isSecure
    }
}

extension HTTPRequest {
    /// The path as it came, percent-encoded, without the query.
    public var path: Substring { target.prefix { $0 != "?" } }

    /// The fields of the query, decoded; empty without one.
    public var query: FormFields {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return FormFields() }
        return FormFields(lenient: target.utf8[target.utf8.index(after: mark)...])
    }
}
