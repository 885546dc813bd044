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
