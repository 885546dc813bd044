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
    /// Path and query as they came: `/` where there is no path, and without a fragment, which is never sent.
    public let target: String

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
        guard let target = Self.target(in: text, after: scheme) else { return nil }
        self.target = target
    }

    /// What follows host and port; nil where they do not follow the scheme as RFC 3986 has it, whatever libcurl makes of it.
    private static func target(in text: String, after scheme: String) -> String? {
        let ending = text.utf8.dropFirst(scheme.utf8.count)
        guard ending.starts(with: "://".utf8) else { return nil }
        let rest = ending.dropFirst(3)
        let place = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        guard place > rest.startIndex else { return nil }
        let target = String(decoding: rest[place...].prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
        return target.hasPrefix("/") ? target : "/" + target
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

    /// The address in the one spelling of all that lead to the same by RFC 3986, sections 6.2.2.1 and 6.2.3: scheme and host
    /// in lowercase, no port that is the scheme's own, a path, no fragment. A user before the host is left out.
    public var canonical: String { origin + target }
}
