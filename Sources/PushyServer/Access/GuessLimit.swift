import HTTPServer

/// Keeps wrong admin keys slow and few: for each address, and in all, so that many addresses together cannot guess
/// either. Right keys cost nothing, and a browser that is logged in is never held up.
///
/// The login form is refused before its key is looked at: people choose what they can remember. So that strangers who guess
/// cannot keep the owner out of it, a browser in which the key was once entered has a limit of its own. A bearer's key is
/// looked at first, so that the owner's programs work on while somebody guesses, behind the same proxy perhaps.
struct GuessLimit: Sendable {
    /// Somebody who mistypes needs a few.
    static let wrongKeysPerMinute = 5
    /// With 128 bits of key, a thousand years of this come to nothing.
    static let wrongKeysPerMinuteInAll = 60

    /// Who presents keys.
    enum Caller: Sendable {
        /// Whoever is at this address.
        case stranger(IPAddress)
        /// A browser in which the right key was entered before, by its ID.
        case knownBrowser(String)
    }

    private struct Everybody: Hashable, Sendable {}

    private let perAddress: RateLimiter
    private let perBrowser: TokenBuckets<String>
    private let inAll: TokenBuckets<Everybody>
    private let delay: Duration

    /// The answer to a wrong key takes as long as the delay.
    init(delay: Duration, uptime: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        perAddress = RateLimiter(callsPerMinute: Self.wrongKeysPerMinute, now: uptime)
        perBrowser = TokenBuckets(callsPerMinute: Self.wrongKeysPerMinute, now: uptime)
        inAll = TokenBuckets(callsPerMinute: Self.wrongKeysPerMinuteInAll, now: uptime)
        self.delay = delay
    }

    /// - Throws: 429 when the caller, or all strangers together, have presented too many wrong keys.
    func check(_ caller: Caller) throws(HTTPProblem) {
        let seconds =
            switch caller {
            case .stranger(let address):
                perAddress.secondsUntilFree(for: address) ?? inAll.secondsUntilFree(for: Everybody())
            case .knownBrowser(let id): perBrowser.secondsUntilFree(for: id)
            }
        guard let seconds else { return }
        throw HTTPProblem(
            .tooManyRequests,
            "Too many wrong keys were tried. Try again in \(seconds) s.",
            retryAfterSeconds: seconds
        )
    }

    /// Counts a wrong key.
    func count(_ caller: Caller) {
        switch caller {
        case .stranger(let address):
            _ = perAddress.secondsToWait(for: address)
            _ = inAll.secondsToWait(for: Everybody())
        case .knownBrowser(let id): _ = perBrowser.secondsToWait(for: id)
        }
    }

    /// Counts a wrong key, and takes its time.
    func punish(_ caller: Caller) async {
        count(caller)
        // A caller that leaves before the time is over has still been counted.
        try? await Task.sleep(for: delay)
    }
}
