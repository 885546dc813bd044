#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An address and a port.
public struct SocketAddress: Hashable, Sendable {
    /// The address.
    public var address: IPAddress
    /// The port; never 0 for one that is listened on.
    public var port: UInt16

    /// An address and a port.
    public init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }
}

extension SocketAddress: CustomStringConvertible {
    /// As in a URL: `127.0.0.1:8080`, `[::1]:8080`.
    public var description: String { address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)" }
}

extension SocketAddress {
    /// The address as the system's calls have it; nil when it is neither IPv4 nor IPv6.
    init?(socketAddress: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(socketAddress)
        switch Int32(socketAddress.pointee.sa_family) {
        case AF_INET:
            let four = raw.loadUnaligned(as: sockaddr_in.self)
            address = IPAddress(high: 0, low: 0xffff_0000_0000 | UInt64(UInt32(bigEndian: four.sin_addr.s_addr)))
            port = UInt16(bigEndian: four.sin_port)
        case AF_INET6:
            let six = raw.loadUnaligned(as: sockaddr_in6.self)
            address = withUnsafeBytes(of: six.sin6_addr) { IPAddress(networkBytes: $0) }
            port = UInt16(bigEndian: six.sin6_port)
        default: return nil
        }
    }
}
