import Foundation

/// Where an APNs listens: Apple's hosts, a simulator, or a forwarder in between.
///
/// Source: User Notifications, "Sending notification requests to APNs": ports 443 and 2197, HTTP/2 over TLS.
public struct APNsEndpoint: Hashable, Sendable {
    /// The port of https.
    public static let standardPort: UInt16 = 443

    /// A host name or an address; an IPv6 address without brackets.
    public let host: String
    /// The TCP port, not 0.
    public let port: UInt16

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Takes a base address such as `https://api.push.apple.com:2197`.
    public init(url text: String) throws(Invalid) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased() else {
            throw .notAnAddress(text)
        }
        guard scheme == "https" else { throw .notHTTPS(text) }
        guard let host = parts.host, !host.isEmpty else { throw .notAnAddress(text) }
        guard parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil, parts.user == nil
        else { throw .moreThanAnAddress(text) }
        guard let port = UInt16(exactly: parts.port ?? Int(Self.standardPort)), port > 0 else {
            throw .notAnAddress(text)
        }
        self.init(host: host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")), port: port)
    }

    /// The `:authority` of a request: the port only where it is not the standard one.
    public var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == Self.standardPort ? host : "\(host):\(port)"
    }
}

extension APNsEndpoint: CustomStringConvertible {
    public var description: String { "https://\(authority)" }
}

extension APNsEndpoint {
    /// Why a text is no address of an APNs.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case notAnAddress(String)
        case notHTTPS(String)
        case moreThanAnAddress(String)

        public var description: String {
            switch self {
            case .notAnAddress(let text):
                "\"\(text)\" is not an address. Write it as https://host or https://host:port."
            case .notHTTPS(let text):
                "\"\(text)\" is not an https address. APNs is spoken over TLS alone; write https://host or https://host:port."
            case .moreThanAnAddress(let text):
                "\"\(text)\" has more than a host and a port. Write it as https://host or https://host:port."
            }
        }
    }
}
