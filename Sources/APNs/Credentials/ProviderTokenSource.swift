import Foundation
import PushCrypto
import Synchronization

/// The provider token that every connection of the process shares, made anew in time.
///
/// Source: User Notifications, "Establishing a token-based connection to APNs": a token older than an hour is refused,
/// and so is one that changes more often than every 20 minutes.
public final class ProviderTokenSource: Sendable {
    /// Apple allows a new token every 20 to 60 minutes; 50 leaves ten for clock skew.
    public static let refreshAge: TimeInterval = 50 * 60
    /// Apple's shortest distance between two tokens.
    public static let shortestDistance: TimeInterval = 20 * 60

    let credentials: APNsCredentials
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    private struct State {
        var token: ProviderToken?
    }

    public init(credentials: APNsCredentials, now: @escaping @Sendable () -> Date = { Date() }) {
        self.credentials = credentials
        self.now = now
    }
}

/// A provider token and when it was made.
public struct ProviderToken: Hashable, Sendable {
    let jwt: String
    /// The `iat` claim, in whole seconds.
    public let issuedAt: Date
}
