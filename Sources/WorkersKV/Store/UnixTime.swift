import Foundation

extension Date {
    /// Seconds since the beginning of 1970, rounded down, as Workers KV counts expiry.
    var wholeUnixSeconds: Int {
        Int(timeIntervalSince1970.rounded(.down))
    }

    /// Milliseconds since the beginning of 1970, rounded down.
    var wholeUnixMilliseconds: Int {
        Int((timeIntervalSince1970 * 1000).rounded(.down))
    }
}
