/// A delivery's name on a connection, in the one number that a stream can carry: which batch, which of its deliveries,
/// and which provider token the request bears.
struct DeliveryTag: Hashable {
    let rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(place: Int, index: Int, generation: UInt8 = 0) {
        rawValue = UInt64(place) << 40 | UInt64(generation) << 32 | UInt64(index)
    }

    var place: Int { Int(rawValue >> 40) }
    var generation: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 32) }
    var index: Int { Int(rawValue & 0xffff_ffff) }
}
