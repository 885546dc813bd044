/// A block of addresses: `10.0.0.0/8`, `2001:db8::/32`, or one address.
///
/// Source: RFC 4632 (CIDR).
public struct IPNetwork: Hashable, Sendable {
    /// The first address of the block.
    public let address: IPAddress
    /// How many leading bits of the 128 are the block's; an IPv4 `/8` is 104 of the mapped address.
    let prefixBitCount: Int

    /// The block of a text in CIDR form; nil when it is none.
    public init?(_ text: some StringProtocol) {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(halves[0]) else { return nil }
        let longest = address.isIPv4 ? 32 : 128
        guard let length = halves.count == 1 ? longest : Int(halves[1]), (0...longest).contains(length) else {
            return nil
        }
        prefixBitCount = length + 128 - longest
        self.address = address.masked(prefixBitCount: prefixBitCount)
    }

    /// Whether the address is in the block.
    public func contains(_ other: IPAddress) -> Bool {
        other.masked(prefixBitCount: prefixBitCount) == address
    }
}

extension IPAddress {
    /// The address with all but its leading bits zero.
    func masked(prefixBitCount: Int) -> IPAddress {
        IPAddress(
            high: high & ~(UInt64.max >> UInt64(min(prefixBitCount, 64))),
            low: low & ~(UInt64.max >> UInt64(max(prefixBitCount - 64, 0)))
        )
    }
}
