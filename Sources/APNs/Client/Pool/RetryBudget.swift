import HTTP2

/// Keeps retries to a share of what is sent anyway, so that an APNs in trouble is not given more work by it.
///
/// A first attempt earns a fifth of a retry; a slow trickle of ten a second is always allowed, so that a lone delivery
/// is retried as well.
struct RetryBudget {
    private var credit: Double
    private var lastRefill: MonotonicTime

    private static let earnedByAttempt = 0.2
    private static let earnedBySecond = 10.0
    private static let largest = 1000.0
    private static let initial = 100.0

    init(now: MonotonicTime) {
        credit = Self.initial
        lastRefill = now
    }

    mutating func countAttempts(_ count: Int) {
        credit = min(Self.largest, credit + Double(count) * Self.earnedByAttempt)
    }

    /// Takes what one retry costs, if it is there.
    mutating func take(now: MonotonicTime) -> Bool {
        let seconds = now.since(lastRefill) / .seconds(1)
        lastRefill = now
        credit = min(Self.largest, credit + seconds * Self.earnedBySecond)
        guard credit >= 1 else { return false }
        credit -= 1
        return true
    }
}
