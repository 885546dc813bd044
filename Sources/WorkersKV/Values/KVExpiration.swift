import Foundation

/// When a key is to vanish, as a caller says it: at a moment, or after a time.
///
/// Source: Workers KV, expiring keys. Both forms must lie at least 60 seconds ahead.
public enum KVExpiration: Hashable, Sendable {
    /// At this many seconds since the beginning of 1970.
    case at(unixSeconds: Int)
    /// After this many seconds.
    case after(seconds: Int)

    /// Takes the two forms as a client sends them; the TTL wins when both are given, none is no expiry.
    public init?(expiration: Int?, ttl: Int?) {
        if let ttl {
            self = .after(seconds: ttl)
        } else if let expiration {
            self = .at(unixSeconds: expiration)
        } else {
            return nil
        }
    }

    /// The moment in seconds since the beginning of 1970.
    ///
    /// - Throws: the ``KVRefusal`` that Workers KV gives a moment in the past or less than 60 seconds ahead.
    public func unixSeconds(now: Date) throws(KVRefusal) -> Int {
        let current = now.wholeUnixSeconds
        switch self {
        case .after(let seconds):
            guard seconds > 0 else { throw .ttlNotPositive(seconds: seconds) }
            guard seconds >= KVLimits.secondsUntilExpiration else { throw .ttlTooShort(seconds: seconds) }
            // A TTL that no calendar holds means for ever.
            return min(seconds, Int(Int32.max) * 1000) + current
        case .at(let unixSeconds):
            guard unixSeconds > current else { throw .expirationPassed(unixSeconds: unixSeconds) }
            guard unixSeconds >= current + KVLimits.secondsUntilExpiration else {
                throw .expirationTooSoon(unixSeconds: unixSeconds)
            }
            return unixSeconds
        }
    }
}
