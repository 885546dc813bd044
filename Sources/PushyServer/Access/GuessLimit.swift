import HTTPServer

/// Keeps wrong admin keys slow and few: for each address, and in all, so that many addresses together cannot guess
/// either. Right keys cost nothing, and a browser that is logged in is never held up.
///
/// The login form is refused before its key is looked at: people choose what they can remember. A bearer's key is looked
/// at first, so that the owner's programs work on while somebody guesses, behind the same proxy perhaps.
struct GuessLimit: Sendable {
    /// Somebody who mistypes needs a few.
    static let wrongKeysPerMinute = 5
    /// With 128 bits of key, a thousand years of this come to nothing.
    static let wrongKeysPerMinuteInAll = 60

    /// The one client that all addresses together are.
    private static let everybody = IPAddress.loopback

    private let perAddress: RateLimiter
    private let inAll: RateLimiter
    private let delay: Duration

    /// The answer to a wrong key takes as long as the delay.
    init(delay: Duration, uptime: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        perAddress = RateLimiter(callsPerMinute: Self.wrongKeysPerMinute, now: uptime)
        inAll = RateLimiter(callsPerMinute: Self.wrongKeysPerMinuteInAll, now: uptime)
        self.delay = delay
    }

    /// - Throws: 429 when the address, or all together, have presented too many wrong keys.
    func check(_ address: IPAddress) throws(HTTPProblem) {
        guard let seconds = perAddress.secondsUntilFree(for: address) ?? inAll.secondsUntilFree(for: Self.everybody)
        else {
            return
        }
        throw HTTPProblem(
            .tooManyRequests,
            "Too many wrong keys were tried. Try again in \(seconds) s.",
            retryAfterSeconds: seconds
        )
    }

    /// Counts a wrong key.
    func count(_ address: IPAddress) {
        _ = perAddress.secondsToWait(for: address)
        _ = inAll.secondsToWait(for: Self.everybody)
    }

    /// Counts a wrong key, and takes its time.
    func punish(_ address: IPAddress) async {
        count(address)
        // A caller that leaves before the time is over has still been counted.
        try? await Task.sleep(for: delay)
    }
}
