#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A moment on the machine's monotonic clock, in nanoseconds: what deadlines and timers of a loop are kept in.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since an arbitrary start that no change of the wall clock moves.
    public let nanoseconds: UInt64

    /// A moment by its count of nanoseconds.
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The present moment.
    public static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment that lies a duration later; a negative duration counts as none.
    public func advanced(by duration: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds &+ duration.wholeNanoseconds)
    }

    /// How long it is from an earlier moment to this one; nothing if that one is later.
    public func since(_ earlier: MonotonicTime) -> Duration {
        .nanoseconds(Int64(clamping: nanoseconds < earlier.nanoseconds ? 0 : nanoseconds - earlier.nanoseconds))
    }
}

extension Duration {
    /// The duration in nanoseconds, at least 0 and at most some 146 years.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(min(seconds, 4_611_686_018)) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    }
}
