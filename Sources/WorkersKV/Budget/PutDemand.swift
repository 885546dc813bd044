/// How many counted puts were asked for, those that the budget refused included: what an app does, whatever the budget
/// made of it.
public struct PutDemand: Hashable, Sendable {
    /// Puts of keys that were not there.
    public var new: Int

    /// Puts of keys that were there, whether they changed anything or not.
    public var known: Int

    /// Takes both counts.
    public init(new: Int = 0, known: Int = 0) {
        self.new = new
        self.known = known
    }

    /// All of them.
    public var total: Int { new + known }

    /// Adds the counts of the other.
    public static func += (sum: inout PutDemand, other: PutDemand) {
        sum.new += other.new
        sum.known += other.known
    }
}

extension PutDemand {
    /// One put that found what it found, or would have.
    init(_ outcome: KVPutOutcome) {
        self.init(new: outcome == .new ? 1 : 0, known: outcome == .new ? 0 : 1)
    }
}
