/// A host by name or address, and a port of its.
public struct HostPort: Hashable, Sendable {
    /// The host in lowercase; an IPv6 address without brackets.
    public let host: String
    /// The port.
    public let port: UInt16

    /// Takes both.
    public init(host: String, port: UInt16) {
        self.host = host.lowercased()
        self.port = port
    }
}
