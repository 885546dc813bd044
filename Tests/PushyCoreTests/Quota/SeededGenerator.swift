import Foundation

/// Numbers that look random and are the same for the same seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9e37_79b9_7f4a_7c15
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// How often something happened that happens `mean` times on average, independent of each other.
    mutating func poisson(_ mean: Double) -> Int {
        var count = 0
        var rest = mean
        // Split so that the exponential of a large mean does not vanish.
        while rest > 0 {
            let limit = exp(-min(rest, 100))
            var product = Double.random(in: 0..<1, using: &self)
            while product > limit {
                count += 1
                product *= Double.random(in: 0..<1, using: &self)
            }
            rest -= 100
        }
        return count
    }
}
