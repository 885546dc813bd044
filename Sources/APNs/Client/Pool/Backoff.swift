/// How long to wait after the first, second, third failure: twice as long each time, up to a bound, and shortened by
/// chance to as little as half.
struct Backoff {
    let first: Duration
    let longest: Duration

    /// The pause after so many failures in a row, 1 or more.
    func delay(afterFailures failures: Int) -> Duration {
        let doublings = min(max(failures - 1, 0), 20)
        return min(longest, first * (1 << doublings)) * Double.random(in: 0.5...1)
    }
}
