import Synchronization

/// So many calls a minute from one client address, in bursts of as many; an IPv6 /64 is one client.
///
/// A token bucket per client: it holds `callsPerMinute` tokens, each call takes one, and they come back evenly.
public final class RateLimiter: Sendable {
    /// A limiter.
    ///
    /// - Parameters:
    ///   - callsPerMinute: the calls that a client may make a minute, all at once if it likes; 0 is no limit.
    ///   - clientLimit: how many clients are remembered at once; beyond it the one that was quiet longest is forgotten.
    ///   - now: the time since any fixed moment, always growing.
    public init(callsPerMinute: Int, clientLimit: Int = 65_536, now: @escaping @Sendable () -> Duration) {
    }

    /// Takes a token of the client; nil when there was one, else the seconds until there is, at least 1.
    public func secondsToWait(for client: IPAddress) -> Int? { nil }
}
