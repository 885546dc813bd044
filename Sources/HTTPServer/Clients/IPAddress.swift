#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An IPv4 or IPv6 address.
///
/// An IPv4 address that came mapped into IPv6 (`::ffff:192.0.2.1`, as a dual-stack socket has it) is the IPv4 address.
public struct IPAddress: Hashable, Sendable {
    /// The 16 bytes of an IPv6 address, the first being the high byte of `high`; IPv4 in its mapped form.
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// `127.0.0.1`.
    public static let loopback = IPAddress(high: 0, low: 0xffff_7f00_0001)

    /// The address of a text such as `192.0.2.1` or `2001:db8::1`; nil when it is neither. Brackets around an IPv6
    /// address and a zone (`%eth0`) are taken away.
    public init?(_ text: some StringProtocol) {
        var bare = String(text)
        if bare.hasPrefix("["), bare.hasSuffix("]") { bare = String(bare.dropFirst().dropLast()) }
        if let zone = bare.firstIndex(of: "%") { bare = String(bare[..<zone]) }
        var four = in_addr()
        if inet_pton(AF_INET, bare, &four) == 1 {
            self.init(high: 0, low: 0xffff_0000_0000 | UInt64(UInt32(bigEndian: four.s_addr)))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, bare, &six) == 1 else { return nil }
        self = withUnsafeBytes(of: six) { IPAddress(networkBytes: $0) }
    }

    /// The address of 16 bytes in network order.
    init(networkBytes bytes: UnsafeRawBufferPointer) {
        high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Whether this is an IPv4 address.
    public var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

    /// What one client may be known by: an IPv4 address, or the /64 that one IPv6 subscriber has at least.
    var client: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }
}

extension IPAddress: CustomStringConvertible {
    /// The address as people write it (RFC 5952).
    public var description: String {
        if isIPv4 { return [24, 16, 8, 0].map { String(low >> $0 & 0xff) }.joined(separator: ".") }
        var six = in6_addr()
        withUnsafeMutableBytes(of: &six) { bytes in
            bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard let start = inet_ntop(AF_INET6, &six, text.baseAddress, socklen_t(text.count)) else { return "::" }
            return String(cString: start)
        }
    }
}
