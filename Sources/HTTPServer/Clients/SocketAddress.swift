/// An address and a port that the server listens on.
public struct SocketAddress: Hashable, Sendable {
    /// The address.
    public var address: IPAddress
    /// The port, never 0.
    public var port: UInt16
}

extension SocketAddress: CustomStringConvertible {
    /// As in a URL: `127.0.0.1:8080`, `[::1]:8080`.
    public var description: String { address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)" }
}
