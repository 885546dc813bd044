/// A host and a port, as `127.0.0.1:8080` or `[::1]:8080`; port 0 lets the system pick one.
struct ListenAddress: Hashable, Sendable {
    /// A numeric address or a name, an IPv6 address without its brackets.
    let host: String
    let port: UInt16

    /// - Throws: a ``Misfit`` that shows how an address is written.
    init(_ text: String) throws(Misfit) {
        guard let colon = text.lastIndex(of: ":"), text[colon...].dropFirst().isDecimal,
            let port = UInt16(text[colon...].dropFirst())
        else { throw Misfit("give an address and a port from 0 to 65535, such as 127.0.0.1:8080") }
        let written = text[..<colon]
        let isBracketed = written.hasPrefix("[") && written.hasSuffix("]")
        let host = isBracketed ? written.dropFirst().dropLast() : written
        guard !host.isEmpty, host.contains(":") == isBracketed else {
            throw Misfit("give an address before the port, such as 127.0.0.1, 0.0.0.0 for all of IPv4 or [::1]")
        }
        self.host = String(host)
        self.port = port
    }
}

extension ListenAddress: CustomStringConvertible {
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
