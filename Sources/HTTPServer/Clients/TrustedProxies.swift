/// The proxies whose word about a client counts.
public struct TrustedProxies: Hashable, Sendable {
    /// The blocks that the proxies are in.
    public var networks: [IPNetwork]

    /// These blocks; none means that nobody is believed.
    public init(_ networks: [IPNetwork] = []) {
        self.networks = networks
    }

    /// Whether the address is a proxy's.
    public func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }
}

extension TrustedProxies {
    /// Fills in what trusted proxies say of a request's client.
    func identify(_ request: inout HTTPRequest) {
        request.clientAddress = request.remoteAddress
        guard !networks.isEmpty, contains(request.remoteAddress) else { return }
        if let address = client(forwardedFor: request.headers.values(of: "X-Forwarded-For")) {
            request.clientAddress = address
        }
        if request.headers["X-Forwarded-Proto"]?.lowercased() == "https" { request.isSecure = true }
    }

    /// The rightmost address that is not a proxy's: what is left of it may be the client's own invention. When all
    /// are proxies', the leftmost; nil when there is none. An entry that is no address ends the search, and the
    /// proxy that wrote it counts as the client.
    private func client(forwardedFor fields: [String]) -> IPAddress? {
        var last: IPAddress?
        for entry in fields.joined(separator: ",").split(separator: ",").reversed() {
            guard let address = IPAddress(forwardedEntry: entry) else { return last }
            last = address
            if !contains(address) { return address }
        }
        return last
    }
}

extension IPAddress {
    /// The address of an entry of X-Forwarded-For, which some proxies write with a port.
    fileprivate init?(forwardedEntry entry: Substring) {
        var text = entry.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = text[...end]
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            text = text[..<colon]
        }
        self.init(text)
    }
}
