/// An address on the web, taken apart by the very code that will connect to it, so that nobody reads it in two ways.
public struct HTTPAddress: Hashable, Sendable {
    /// `https` or `http`.
    public let scheme: String
    /// The host in lowercase; an IPv6 address without its brackets.
    public let host: String
    /// The port, the scheme's own where none is given.
    public let port: UInt16
    /// Whether a user or a password stands before the host.
    public let hasUserInfo: Bool

    /// Takes an address with its scheme; nil where it is none, or neither http nor https.
    public init?(_ text: String) {
        // Control characters and blanks have no place in an address, and a NUL would end it early for libcurl.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }), let parts = AddressParts(text),
            let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = parts.host?.lowercased(), !host.isEmpty, let port = parts.port.flatMap({ UInt16($0) }), port > 0
        else { return nil }
        self.scheme = scheme
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
        hasUserInfo = parts.user != nil || parts.password != nil
    }
}

extension HTTPAddress {
    /// Host and port.
    public var hostPort: HostPort { HostPort(host: host, port: port) }

    /// Scheme, host and port as RFC 6454, section 6.2, writes them: the port only where it is not the scheme's own.
    public var origin: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(shown)" : "\(scheme)://\(shown):\(port)"
    }
}
