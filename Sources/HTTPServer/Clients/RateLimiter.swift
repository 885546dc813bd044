/// So many calls a minute from one client address, in bursts of as many; an IPv6 /64 is one client.
public struct RateLimiter: Sendable {
    private let buckets: TokenBuckets<IPAddress>

    /// A limiter.
    ///
    /// - Parameters:
    ///   - callsPerMinute: the calls that a client may make a minute, all at once if it likes; 0 is no limit.
    ///   - clientLimit: how many clients are remembered at most; beyond it those that were quiet longest are forgotten,
    ///     and begin with a full bucket.
    ///   - now: the time since any fixed moment, never running backwards.
    public init(
        callsPerMinute: Int,
        clientLimit: Int = 65_536,
        now: @escaping @Sendable () -> Duration = RateLimiter.uptime
    ) {
        buckets = TokenBuckets(callsPerMinute: callsPerMinute, keyLimit: clientLimit, now: now)
    }

    /// The time on the machine's own clock, which nobody sets.
    @Sendable public static func uptime() -> Duration { .nanoseconds(Instant.now.nanoseconds) }

    /// Takes a token of the client's.
    ///
    /// - Returns: nil when there was one, else the whole seconds until there is, at least 1: for `Retry-After`.
    public func secondsToWait(for client: IPAddress) -> Int? { buckets.secondsToWait(for: client.client) }

    /// Looks whether the client has a token, and takes none: for calls of which only the bad ones count.
    ///
    /// - Returns: as ``secondsToWait(for:)``.
    public func secondsUntilFree(for client: IPAddress) -> Int? { buckets.secondsUntilFree(for: client.client) }

    /// A limiter's answer as a handler may give it: nil, or 429 with `Retry-After`.
    ///
    /// - Returns: the problem when the client called too often.
    public func problem(for client: IPAddress) -> HTTPProblem? {
        secondsToWait(for: client).map { seconds in
            HTTPProblem(
                .tooManyRequests,
                "Too many requests from this address: wait \(seconds) s before the next.",
                retryAfterSeconds: seconds
            )
        }
    }

    /// How many clients are remembered.
    var clientCount: Int { buckets.keyCount }
}
