import HTTPClient

/// Which addresses may be taken for push services. Subscriptions come from clients, and without this a client could have
/// the server knock anywhere.
///
/// Endpoints are https on port 443 at the hosts of the browsers' services. More hosts can be named: a host alone is held
/// to the same; one with its port is allowed at that port, and may be anywhere, this machine included.
public struct EndpointPolicy: Hashable, Sendable {
    /// The longest endpoint, in bytes; those of real services have a few hundred.
    public static let maximumByteCount = 2_048

    private let hosts: Set<String>
    private let suffixes: Set<String>
    private let hostPorts: Set<HostPort>

    /// The browsers' services alone.
    public static let browsers = EndpointPolicy(hosts: [], suffixes: [], hostPorts: [])

    /// Adds the entries of PUSHY_WEBPUSH_HOSTS: `push.example.com`, `*.example.com` or `localhost:8443`.
    public init(adding entries: [String]) throws(Invalid) {
        var (hosts, suffixes, hostPorts) = (Set<String>(), Set<String>(), Set<HostPort>())
        for entry in entries {
            let isSuffix = entry.hasPrefix("*.")
            let host = isSuffix ? String(entry.dropFirst(2)) : entry
            guard !host.contains(where: { "/?#*@".contains($0) }), let address = HTTPAddress("https://\(host)/") else {
                throw Invalid(entry: entry)
            }
            switch (isSuffix, Self.namesPort(host)) {
            case (true, true): throw Invalid(entry: entry)
            case (true, false): suffixes.insert("." + address.host)
            case (false, true): hostPorts.insert(address.hostPort)
            case (false, false): hosts.insert(address.host)
            }
        }
        self.init(hosts: hosts, suffixes: suffixes, hostPorts: hostPorts)
    }

    private init(hosts: Set<String>, suffixes: Set<String>, hostPorts: Set<HostPort>) {
        self.hosts = hosts.union(Self.browserHosts)
        self.suffixes = suffixes.union(Self.browserSuffixes)
        self.hostPorts = hostPorts
    }

    /// An entry that names no host.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// As it was given.
        public let entry: String

        public var description: String {
            "\"\(entry)\" is no host of a push service. Write it as push.example.com, *.example.com or localhost:8443."
        }
    }

    private static func namesPort(_ host: String) -> Bool {
        guard let colon = host.lastIndex(of: ":") else { return false }
        return !host[colon...].contains("]")
    }

    private static let browserHosts: Set = [
        "fcm.googleapis.com", "jmt17.google.com", "updates.push.services.mozilla.com",
    ]
    private static let browserSuffixes: Set = [".push.apple.com", ".notify.windows.com"]
}

extension EndpointPolicy {
    /// The rule for the addresses that these hosts lead to, for the client that sends.
    public var addresses: AddressRule { .publicOnly(except: hostPorts) }

    /// Takes an endpoint apart if it may be sent to. What is checked is the canonical spelling, which is what is sent to.
    func address(of endpoint: String) throws(SubscriptionFault) -> HTTPAddress {
        guard endpoint.utf8.count <= Self.maximumByteCount else { throw .endpointTooLong }
        guard let given = HTTPAddress(endpoint), let address = HTTPAddress(given.canonical) else {
            throw .endpointMalformed
        }
        guard !given.hasUserInfo else { throw .endpointWithUser }
        try check(address)
        return address
    }

    func check(_ address: HTTPAddress) throws(SubscriptionFault) {
        guard address.scheme == "https" else { throw .endpointNotHTTPS }
        guard !address.hasUserInfo else { throw .endpointWithUser }
        guard address.host != Self.removedHost else { throw .endpointRemoved }
        if hostPorts.contains(address.hostPort) { return }
        guard address.port == 443, hosts.contains(address.host) || suffixes.contains(where: address.host.hasSuffix)
        else {
            throw .endpointNotAllowed(host: address.host, port: address.port)
        }
    }

    /// Where Chromium lets subscriptions point that it has ended.
    static let removedHost = "permanently-removed.invalid"
}
