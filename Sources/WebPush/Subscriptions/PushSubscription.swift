import HTTPClient
import JSON
import PushCrypto

/// Where a browser listens, and the keys that messages to it are encrypted with: what `PushSubscription.toJSON()` gives.
///
/// A value of this type has an endpoint that the policy allowed, a point that is on the curve and a secret of 16 bytes.
///
/// Source: Push API, `PushSubscription`; RFC 8291, section 2.
public struct PushSubscription: Hashable, Sendable {
    /// The address that messages are posted to, in the one spelling of all that are equal; it is as good as a secret.
    public var endpoint: String { address.canonical }
    /// The browser's public key, `p256dh`.
    public let key: P256.Point
    /// The browser's secret, `auth`.
    public let secret: [UInt8]

    let address: HTTPAddress

    /// Takes the members as a browser gives them; the keys in Base64 of either alphabet, padded or not.
    public init(
        endpoint: String,
        p256dh: String,
        auth: String,
        within policy: EndpointPolicy
    ) throws(SubscriptionFault) {
        address = try policy.address(of: endpoint)
        guard let point = Base64.decodeAnyForm(p256dh) else { throw .keyNotBase64 }
        do throws(KeyFault) {
            key = try P256.Point(point)
        } catch {
            throw .keyNotAPoint
        }
        guard let secret = Base64.decodeAnyForm(auth), secret.count == Self.secretByteCount else { throw .secretNot16 }
        self.secret = secret
    }

    /// Takes the JSON of a subscription: `{"endpoint", "keys": {"p256dh", "auth"}}`; other members are ignored.
    public init(_ json: JSONValue, within policy: EndpointPolicy) throws(SubscriptionFault) {
        guard case .string(let endpoint) = json["endpoint"] else { throw .missing("endpoint") }
        guard case .string(let p256dh) = json["keys"]?["p256dh"] else { throw .missing("keys.p256dh") }
        guard case .string(let auth) = json["keys"]?["auth"] else { throw .missing("keys.auth") }
        try self.init(endpoint: endpoint, p256dh: p256dh, auth: auth, within: policy)
    }

    private static let secretByteCount = 16
}

extension PushSubscription {
    /// The JSON that reads as the same subscription, whatever form its keys came in.
    public var json: JSONValue {
        [
            "endpoint": .string(endpoint),
            "keys": ["p256dh": .string(Base64URL.encode(key.bytes)), "auth": .string(Base64URL.encode(secret))],
        ]
    }
}
