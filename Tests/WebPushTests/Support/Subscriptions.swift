import PushCrypto
import WebPush

/// Subscriptions of browsers that nobody has.
enum Subscriptions {
    static func any(endpoint: String = "https://fcm.googleapis.com/fcm/send/x") throws -> PushSubscription {
        try PushSubscription(
            endpoint: endpoint,
            p256dh: Base64URL.encode(P256.AgreementKey.generate().point.bytes),
            auth: Base64URL.encode(SecureRandom.bytes(16)),
            within: .browsers
        )
    }
}
