/// One address, or all that begin with the same bits, as `10.0.0.0/8`.
struct AddressBlock: Hashable, Sendable {
    let address: String
    let prefixBitCount: Int

    /// - Throws: a ``Misfit`` that shows how a block is written.
    init(_ text: String) throws(Misfit) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let family = IPFamily(of: parts[0]) else {
            throw Misfit("give addresses or blocks, separated by commas, such as 127.0.0.1,10.0.0.0/8,::1")
        }
        address = parts[0]
        guard parts.count == 2 else {
            prefixBitCount = family.bitCount
            return
        }
        guard let bitCount = Int(parts[1]), (0...family.bitCount).contains(bitCount) else {
            throw Misfit("give the block \(parts[0]) a length of 0 to \(family.bitCount) bits after the slash")
        }
        prefixBitCount = bitCount
    }
}

extension AddressBlock: CustomStringConvertible {
    var description: String { "\(address)/\(prefixBitCount)" }
}
