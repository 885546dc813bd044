#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A moment on the machine's own clock, which nobody sets: what deadlines are counted on.
struct Instant: Comparable, Sendable {
    /// Nanoseconds since an unnamed moment.
    let nanoseconds: Int64

    /// A deadline that never comes.
    static let never = Instant(nanoseconds: .max)

    /// This moment; a system call that costs some 25 ns.
    static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    static func + (instant: Instant, nanoseconds: Int64) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + nanoseconds)
    }
}

extension Duration {
    /// The whole of it in nanoseconds, at most some 292 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max / 2 : product + attoseconds / 1_000_000_000
    }
}
