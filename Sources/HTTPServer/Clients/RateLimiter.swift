import Synchronization

/// So many calls a minute from one client address, in bursts of as many; an IPv6 /64 is one client.
///
/// A token bucket per client: it holds `callsPerMinute` tokens, each call takes one, and they come back evenly. It is
/// kept as one number, the moment at which the bucket will be full again.
public final class RateLimiter: Sendable {
    /// Two generations of clients: when the newer is full it becomes the older, and the older is forgotten. So what is
    /// remembered is bounded, and a client is forgotten only after that many others called since.
    private struct Memory {
        var newer: [IPAddress: Duration] = [:]
        var older: [IPAddress: Duration] = [:]

        /// When the client's bucket will be full again.
        func fullAt(_ key: IPAddress, _ now: Duration) -> Duration { max(newer[key] ?? older[key] ?? now, now) }
    }

    private let memory = Mutex(Memory())
    private let interval: Duration?
    private let generationLimit: Int
    private let now: @Sendable () -> Duration

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
        interval = callsPerMinute > 0 ? .seconds(60) / callsPerMinute : nil
        generationLimit = max(clientLimit / 2, 1)
        self.now = now
    }

    /// The time on the machine's own clock, which nobody sets.
    @Sendable public static func uptime() -> Duration { .nanoseconds(Instant.now.nanoseconds) }

    /// Takes a token of the client's.
    ///
    /// - Returns: nil when there was one, else the whole seconds until there is, at least 1: for `Retry-After`.
    public func secondsToWait(for client: IPAddress) -> Int? {
        guard let interval else { return nil }
        let now = now()
        return memory.withLock { memory in
            let key = client.client
            let fullAt = memory.fullAt(key, now) + interval
            if let seconds = Self.seconds(until: fullAt, now) { return seconds }
            memory.newer[key] = fullAt
            if memory.newer.count >= generationLimit {
                memory.older = memory.newer
                memory.newer = [:]
            }
            return nil
        }
    }

    /// Looks whether the client has a token, and takes none: for calls of which only the bad ones count.
    ///
    /// - Returns: as ``secondsToWait(for:)``.
    public func secondsUntilFree(for client: IPAddress) -> Int? {
        guard let interval else { return nil }
        let now = now()
        return memory.withLock { Self.seconds(until: $0.fullAt(client.client, now) + interval, now) }
    }

    /// The whole seconds until a bucket that would then be full at this moment has room for it.
    private static func seconds(until fullAt: Duration, _ now: Duration) -> Int? {
        let missing = fullAt - now - .seconds(60)
        guard missing > .zero else { return nil }
        return Int(missing.components.seconds) + (missing.components.attoseconds > 0 ? 1 : 0)
    }

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
    var clientCount: Int { memory.withLock { $0.newer.count + $0.older.count } }
}
