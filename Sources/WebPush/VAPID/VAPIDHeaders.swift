import Foundation
import JSON
import PushCrypto
import Synchronization

/// The `Authorization` of requests to push services, one for each origin and key, made anew in time.
///
/// Source: RFC 8292, sections 2 and 3.
public final class VAPIDHeaders: Sendable {
    /// A day is the most that services take; half of it leaves room for a clock that is off.
    public static let lifetime: TimeInterval = 12 * 3600
    /// A header is replaced this long before it ends.
    public static let margin: TimeInterval = 3600
    /// More origins than all browsers' services have; beyond it all are forgotten.
    private static let capacity = 1_000

    private let now: @Sendable () -> Date
    private let made = Mutex<[Place: Made]>([:])

    private struct Place: Hashable {
        let origin: String
        let key: String
        let subject: String
    }

    private struct Made {
        let header: String
        let expiry: Date
    }

    /// Takes the clock that headers are dated by.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// The value of the header for requests to an origin, such as `https://updates.push.services.mozilla.com`.
    public func value(origin: String, subject: VAPIDSubject, key: VAPIDKey) throws(CryptoFailure) -> String {
        let place = Place(origin: origin, key: key.publicText, subject: subject.text)
        let moment = now()
        return try made.withLock { made in
            Result { () throws(CryptoFailure) in
                // One that ends too far ahead was made before the clock was set back.
                if let known = made[place], known.expiry > moment + Self.margin,
                    known.expiry <= moment + Self.lifetime + Self.margin
                {
                    return known.header
                }
                let fresh = try Self.make(place, key, at: moment)
                if made.count >= Self.capacity { made.removeAll() }
                made[place] = fresh
                return fresh.header
            }
        }.get()
    }

    private static func make(_ place: Place, _ key: VAPIDKey, at moment: Date) throws(CryptoFailure) -> Made {
        let expiry = Int64((moment + lifetime).timeIntervalSince1970.rounded(.down))
        let header: JSONValue = ["typ": "JWT", "alg": "ES256"]
        let claims: JSONValue = [
            "aud": .string(place.origin), "exp": .integer(expiry), "sub": .string(place.subject),
        ]
        let token = try JSONWebToken(header: header.written(), claims: claims.written(), signedBy: key.privateKey)
        return Made(
            header: "vapid t=\(token.text), k=\(key.publicText)",
            expiry: Date(timeIntervalSince1970: TimeInterval(expiry))
        )
    }
}
