#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An address of a machine on a network, IPv4 (4 bytes) or IPv6 (16).
public struct NetworkAddress: Hashable, Sendable {
    let bytes: [UInt8]

    /// Reads a numeric address; nil where it is none.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Takes the address out of a socket's; nil where it is of another family.
    init?(_ socketAddress: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(socketAddress)
        switch Int32(socketAddress.pointee.sa_family) {
        case AF_INET:
            bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6:
            bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return nil
        }
    }
}

extension NetworkAddress {
    /// Whether the address is one of the public internet: none of this machine, of a private or shared network, of a
    /// link, of a group, reserved, or one that only wraps another.
    ///
    /// Source: IANA's registries of special-purpose addresses for IPv4 and IPv6.
    public var isPublic: Bool {
        if bytes.count == 4 { return !Self.specialIPv4.contains { $0.holds(bytes) } }
        // Addresses behind a translator (RFC 6052) are as public as those that they stand for.
        if Self.translated.holds(bytes) { return NetworkAddress(bytes: Array(bytes.suffix(4))).isPublic }
        return Self.global.holds(bytes) && !Self.specialIPv6.contains { $0.holds(bytes) }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private struct Block {
        let prefix: [UInt8]
        let bitCount: Int

        init(_ prefix: [UInt8], _ bitCount: Int) {
            self.prefix = prefix
            self.bitCount = bitCount
        }

        func holds(_ address: [UInt8]) -> Bool {
            for (place, byte) in prefix.enumerated() {
                let bits = min(8, bitCount - place * 8)
                let mask = UInt8(truncatingIfNeeded: 0xff00 >> bits)
                guard address[place] & mask == byte & mask else { return false }
            }
            return true
        }
    }

    private static let specialIPv4 = [
        Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16),
        Block([172, 16], 12), Block([192, 0, 0], 24), Block([192, 0, 2], 24), Block([192, 88, 99], 24),
        Block([192, 168], 16), Block([198, 18], 15), Block([198, 51, 100], 24), Block([203, 0, 113], 24),
        Block([224], 4), Block([240], 4),
    ]
    private static let global = Block([0x20], 3)
    private static let translated = Block([0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96)
    /// Protocol assignments and Teredo, documentation twice, and 6to4, which wraps IPv4.
    private static let specialIPv6 = [
        Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x01, 0x0d, 0xb8], 32), Block([0x3f, 0xff, 0x00], 20),
        Block([0x20, 0x02], 16),
    ]
}

extension NetworkAddress: CustomStringConvertible {
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "an unknown address" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
