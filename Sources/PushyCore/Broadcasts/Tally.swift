/// How many recipients of a broadcast were answered in which way.
///
/// The six never overlap: their sum is the number of recipients that have been dealt with.
public struct Tally: Hashable, Sendable, Codable {
    /// APNs took the notification.
    public var accepted = 0
    /// APNs answered 410 and the token was deleted.
    public var removed = 0
    /// APNs answered 410, yet the token stays: it was registered again since, or for another host.
    public var kept = 0
    /// APNs answered 410; the deletion waits until the budget of deletes allows it.
    public var pending = 0
    /// Any other permanent answer, by the service's reason, of which so many are told apart; the tokens stay.
    public var rejected: [String: Int] = [:]
    /// Not delivered after retries, by cause; the tokens stay.
    public var failed: [String: Int] = [:]

    /// A tally of nothing.
    public init() {}

    /// The recipients that have been dealt with.
    public var total: Int {
        accepted + removed + kept + pending + rejected.values.reduce(0, +) + failed.values.reduce(0, +)
    }

    /// Adds the counts of another tally.
    public static func += (tally: inout Tally, more: Tally) {
        tally.accepted += more.accepted
        tally.removed += more.removed
        tally.kept += more.kept
        tally.pending += more.pending
        tally.rejected.count(reasons: more.rejected)
        tally.failed.count(reasons: more.failed)
    }

    /// What a tally has gained over an earlier one of the same broadcast.
    public static func - (tally: Tally, earlier: Tally) -> Tally {
        var gain = tally
        gain.accepted -= earlier.accepted
        gain.removed -= earlier.removed
        gain.kept -= earlier.kept
        gain.pending -= earlier.pending
        gain.rejected.merge(earlier.rejected, uniquingKeysWith: -)
        gain.failed.merge(earlier.failed, uniquingKeysWith: -)
        return gain
    }
}
