import Foundation

/// How long APNs keeps trying to deliver.
///
/// Saying nothing and saying 0 differ: with nothing said Apple's storage policy holds, with 0 there is one attempt.
public struct APNsExpiration: Hashable, Sendable {
    /// Nothing is said: Apple's storage policy decides.
    public static let unspecified = APNsExpiration(checked: nil)
    /// One attempt; what cannot be delivered then is not stored.
    public static let oneAttempt = APNsExpiration(checked: 0)

    /// Seconds since 1970, or nil where nothing is said.
    public let unixSeconds: Int64?

    private init(checked unixSeconds: Int64?) {
        self.unixSeconds = unixSeconds
    }

    /// Takes seconds since 1970; nil says nothing and 0 is one attempt.
    public init(unixSeconds: Int64?) throws(APNsRefusal) {
        if let unixSeconds, unixSeconds < 0 { throw .expirationBefore1970 }
        self.init(checked: unixSeconds)
    }

    /// Kept until this moment, in whole seconds.
    public init(until moment: Date) throws(APNsRefusal) {
        let seconds = moment.timeIntervalSince1970.rounded(.down)
        guard let whole = Int64(exactly: seconds), whole >= 0 else { throw .expirationBefore1970 }
        self.init(checked: whole)
    }
}
