import Foundation

/// An address of this machine and a port, as `127.0.0.1:8080` or `[::1]:8080`; port 0 lets the system pick one.
struct ListenAddress: Hashable, Sendable {
    /// A numeric address, an IPv6 one without its brackets.
    let host: String
    let port: UInt16

    /// - Throws: a ``Misfit`` that shows how an address is written.
    init(_ text: String) throws(Misfit) {
        guard let colon = text.lastIndex(of: ":"), text[colon...].dropFirst().isDecimal,
            let port = UInt16(text[colon...].dropFirst())
        else { throw Misfit("give an address and a port from 0 to 65535, such as 127.0.0.1:8080") }
        let written = text[..<colon]
        let isBracketed = written.hasPrefix("[") && written.hasSuffix("]")
        let host = written == "localhost" ? "127.0.0.1" : String(isBracketed ? written.dropFirst().dropLast() : written)
        guard let family = IPFamily(of: host), (family == .v6) == isBracketed else {
            throw Misfit("give a numeric address before the port, such as 127.0.0.1, 0.0.0.0 for all of IPv4 or [::1]")
        }
        self.host = host
        self.port = port
    }
}

extension ListenAddress: CustomStringConvertible {
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The two kinds of address, told by how they are written.
enum IPFamily: Hashable, Sendable {
    case v4
    case v6

    init?(of text: String) {
        var room = in6_addr()
        if inet_pton(AF_INET, text, &room) == 1 {
            self = .v4
        } else if inet_pton(AF_INET6, text, &room) == 1 {
            self = .v6
        } else {
            return nil
        }
    }

    /// Bits of an address.
    var bitCount: Int { self == .v4 ? 32 : 128 }
}
