import Synchronization

/// So many calls a minute for each key, in bursts of as many.
///
/// A token bucket per key: it holds `callsPerMinute` tokens, each call takes one, and they come back evenly. It is kept as
/// one number, the moment at which the bucket will be full again.
public final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    /// Two generations of keys: when the newer is full it becomes the older, and the older is forgotten. So what is
    /// remembered is bounded, and a key is forgotten only after that many others called since.
    private struct Memory {
        var newer: [Key: Duration] = [:]
        var older: [Key: Duration] = [:]

        /// When the key's bucket will be full again.
        func fullAt(_ key: Key, _ now: Duration) -> Duration { max(newer[key] ?? older[key] ?? now, now) }
    }

    private let memory = Mutex(Memory())
    private let interval: Duration?
    private let generationLimit: Int
    private let now: @Sendable () -> Duration

    /// Buckets that are all full.
    ///
    /// - Parameters:
    ///   - callsPerMinute: the calls that a key may make a minute, all at once if it likes; 0 is no limit.
    ///   - keyLimit: how many keys are remembered at most; beyond it those that were quiet longest are forgotten, and begin
    ///     with a full bucket.
    ///   - now: the time since any fixed moment, never running backwards.
    public init(
        callsPerMinute: Int,
        keyLimit: Int = 65_536,
        now: @escaping @Sendable () -> Duration = RateLimiter.uptime
    ) {
        interval = callsPerMinute > 0 ? .seconds(60) / callsPerMinute : nil
        generationLimit = max(keyLimit / 2, 1)
        self.now = now
    }

    /// Takes a token of the key's.
    ///
    /// - Returns: nil when there was one, else the whole seconds until there is, at least 1: for `Retry-After`.
    public func secondsToWait(for key: Key) -> Int? {
        guard let interval else { return nil }
        let now = now()
        return memory.withLock { memory in
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

    /// Looks whether the key has a token, and takes none: for calls of which only the bad ones count.
    ///
    /// - Returns: as ``secondsToWait(for:)``.
    public func secondsUntilFree(for key: Key) -> Int? {
        guard let interval else { return nil }
        let now = now()
        return memory.withLock { Self.seconds(until: $0.fullAt(key, now) + interval, now) }
    }

    /// How many keys are remembered.
    var keyCount: Int { memory.withLock { $0.newer.count + $0.older.count } }

    /// The whole seconds until a bucket that would then be full at this moment has room for it.
    private static func seconds(until fullAt: Duration, _ now: Duration) -> Int? {
        let missing = fullAt - now - .seconds(60)
        guard missing > .zero else { return nil }
        return Int(missing.components.seconds) + (missing.components.attoseconds > 0 ? 1 : 0)
    }
}
