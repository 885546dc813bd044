/// The host and port that a connection goes to, or that a server listens on.
public struct Endpoint: Hashable, Sendable {
    /// A DNS name or a numeric address; an IPv6 address stands without brackets.
    public var host: String

    /// The TCP port. For a server 0 lets the system pick one.
    public var port: UInt16

    /// A host and a port.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`, `[v6 address]:port`, or nothing if it is neither.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }
}

extension Endpoint: CustomStringConvertible {
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
