import Foundation
import PushCrypto
import Synchronization

/// The provider token that every connection of the process shares, made anew in time.
///
/// APNs refuses a token that is older than an hour, and one that changes more often than every 20 minutes.
///
/// Source: User Notifications, "Establishing a token-based connection to APNs".
public final class ProviderTokenSource: Sendable {
    /// Apple allows a new token every 20 to 60 minutes; 50 leaves ten for clock skew.
    public static let refreshAge: TimeInterval = 50 * 60
    /// The least time between two tokens.
    public static let shortestDistance: TimeInterval = 20 * 60

    private let credentials: APNsCredentials
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    private struct State {
        var token: ProviderToken?
        /// When a token was last made because APNs held its predecessor for expired.
        var forcedAt: Date?
    }

    /// - Parameters:
    ///   - credentials: The team's key.
    ///   - now: The clock that tokens are dated by.
    public init(credentials: APNsCredentials, now: @escaping @Sendable () -> Date = { Date() }) {
        self.credentials = credentials
        self.now = now
    }
}

extension ProviderTokenSource {
    /// The token to use now: the last one until it is 50 minutes old, then a new one.
    public func token() throws(CryptoFailure) -> ProviderToken {
        try locked { state, moment throws(CryptoFailure) in
            if let token = state.token, !Self.isStale(token, at: moment) { return token }
            return try mint(&state, at: moment)
        }
    }

    /// The token to try once more with after APNs answered ExpiredProviderToken to this one; nil when there is no use
    /// in another: one was made for that reason just now, and it fared no better. Then the clock is wrong.
    public func replacement(for refused: ProviderToken) throws(CryptoFailure) -> ProviderToken? {
        try locked { state, moment throws(CryptoFailure) in
            if let token = state.token, token != refused { return token }
            if let forcedAt = state.forcedAt, abs(moment.timeIntervalSince(forcedAt)) < Self.shortestDistance {
                return nil
            }
            state.forcedAt = moment
            return try mint(&state, at: moment)
        }
    }

    /// How old the present token is, or nil where none was made yet.
    public var age: TimeInterval? {
        state.withLock { $0.token?.issuedAt }.map { now().timeIntervalSince($0) }
    }
}

extension ProviderTokenSource {
    /// A token dated in the future is stale as well: the clock was set back, and APNs would not believe it.
    private static func isStale(_ token: ProviderToken, at moment: Date) -> Bool {
        let age = moment.timeIntervalSince(token.issuedAt)
        return age >= refreshAge || age <= -shortestDistance
    }

    private func mint(_ state: inout State, at moment: Date) throws(CryptoFailure) -> ProviderToken {
        let token = try ProviderToken(credentials, at: moment)
        state.token = token
        return token
    }

    /// Several connections may ask at once; the first makes the token and the others wait for it.
    private func locked<Value: Sendable>(
        _ body: (inout State, Date) throws(CryptoFailure) -> Value
    ) throws(CryptoFailure) -> Value {
        let moment = now()
        return try state.withLock { state in
            Result { () throws(CryptoFailure) in try body(&state, moment) }
        }.get()
    }
}
