import Foundation

/// Where an HTTPS service answers: a host and a port, from `https://host[:port]`.
struct HTTPSOrigin: Hashable, Sendable {
    let host: String
    let port: UInt16

    /// - Throws: a ``Misfit`` that shows how an origin is written.
    init(_ text: String) throws(Misfit) {
        let mend = Misfit("give an address such as https://127.0.0.1:2197, https only and without a path")
        guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "https", parts.user == nil,
            parts.query == nil, parts.fragment == nil, ["", "/"].contains(parts.path), let host = parts.host,
            !host.isEmpty
        else { throw mend }
        guard let port = UInt16(exactly: parts.port ?? 443), port > 0 else { throw mend }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
    }
}

extension HTTPSOrigin: CustomStringConvertible {
    var description: String { "https://" + (host.contains(":") ? "[\(host)]" : host) + (port == 443 ? "" : ":\(port)") }
}
