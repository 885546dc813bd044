/// The reason in APNs's answer, as it came: `BadDeviceToken`, or one that nobody has seen yet.
///
/// Source: User Notifications, "Handling notification responses from APNs".
public struct APNsReason: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A reason by its name; any is legal.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension APNsReason: CustomStringConvertible {
    public var description: String { rawValue }
}

extension APNsReason: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { rawValue = value }
}

extension APNsReason {
    /// Whose fault an answer is: what a broadcast asks itself when refusals pile up.
    public enum Blame: Hashable, Sendable {
        /// This device's token, and no other's.
        case device
        /// The notification: every device will refuse it.
        case notification
        /// Key, team, topic or environment: every notification will be refused until that is mended.
        case configuration
        /// Apple's side, or the rate.
        case service
        /// A reason that this version does not know.
        case unknown
    }

    /// Whose fault an answer with this reason is.
    public var blame: Blame { Self.known[rawValue]?.blame ?? .unknown }

    /// What the reason means and what to do, in a sentence or two.
    public var advice: String {
        Self.known[rawValue]?.advice
            ?? "This version does not know the reason \"\(rawValue)\". Look it up in Apple's documentation."
    }

    private struct Entry: Sendable {
        let blame: Blame
        let advice: String
    }

    private static let known: [String: Entry] = [
        "BadCollapseId": Entry(
            blame: .notification,
            advice: "The collapse ID is longer than 64 bytes. Shorten it."
        ),
        "BadDeviceToken": Entry(
            blame: .device,
            advice: "The token is not one of this environment. Check that sandbox tokens go to sandbox."
        ),
        "BadExpirationDate": Entry(blame: .notification, advice: "The expiration is no number of seconds. Mend it."),
        "BadMessageId": Entry(blame: .notification, advice: "The apns-id is no UUID."),
        "BadPriority": Entry(blame: .notification, advice: "The priority is not 10, 5 or 1."),
        "BadTopic": Entry(blame: .configuration, advice: "The topic is not valid. It is the app's bundle ID."),
        "DeviceTokenNotForTopic": Entry(
            blame: .device,
            advice: "The token belongs to another app than the topic. Check the topic: it is the app's bundle ID."
        ),
        "DuplicateHeaders": Entry(blame: .notification, advice: "A header was sent twice."),
        "IdleTimeout": Entry(blame: .service, advice: "The connection was idle for too long; it is opened anew."),
        "InvalidPushType": Entry(blame: .notification, advice: "The push type is not one that APNs knows."),
        "MissingDeviceToken": Entry(blame: .notification, advice: "The request named no device."),
        "MissingTopic": Entry(blame: .configuration, advice: "No topic was sent. Set it to the app's bundle ID."),
        "PayloadEmpty": Entry(blame: .notification, advice: "The payload is empty. Write a message."),
        "TopicDisallowed": Entry(
            blame: .configuration,
            advice: "This key may not push to the topic. Check the key's topics in Apple's portal."
        ),
        "BadCertificate": Entry(blame: .configuration, advice: "The certificate is not valid for APNs."),
        "BadCertificateEnvironment": Entry(
            blame: .configuration,
            advice: "The certificate is for the other environment."
        ),
        "ExpiredProviderToken": Entry(
            blame: .configuration,
            advice: "Apple holds the provider token for expired although it is fresh. Set this machine's clock right."
        ),
        "Forbidden": Entry(blame: .configuration, advice: "The action is not allowed for this key."),
        "InvalidProviderToken": Entry(
            blame: .configuration,
            advice: "Apple does not accept the signature. Check that key, key ID and team ID belong together."
        ),
        "MissingProviderToken": Entry(blame: .configuration, advice: "No provider token was sent. Configure the key."),
        "UnrelatedKeyIdInToken": Entry(
            blame: .configuration,
            advice: "The key ID is not one of this team or topic. Check key ID and team ID."
        ),
        "BadEnvironmentKeyIdInToken": Entry(
            blame: .configuration,
            advice: "The key is for the other environment. Use a key of this one."
        ),
        "BadEnvironmentKeyInToken": Entry(
            blame: .configuration,
            advice: "The key is for the other environment. Use a key of this one."
        ),
        "BadPath": Entry(blame: .notification, advice: "The request's path is wrong; something between may change it."),
        "MethodNotAllowed": Entry(blame: .notification, advice: "The request's method is wrong."),
        "ExpiredToken": Entry(blame: .device, advice: "The device token has expired; it is removed."),
        "Unregistered": Entry(blame: .device, advice: "The app is gone from the device; its token is removed."),
        "PayloadTooLarge": Entry(blame: .notification, advice: "The payload is too large. Shorten the message."),
        "TooManyProviderTokenUpdates": Entry(
            blame: .service,
            advice: "The provider token changed too often. See that no other process makes tokens with this key."
        ),
        "TooManyRequests": Entry(
            blame: .device,
            advice: "Too many notifications went to this one device. Send it fewer."
        ),
        "InternalServerError": Entry(blame: .service, advice: "Apple had a fault. Try again later."),
        "ServiceUnavailable": Entry(blame: .service, advice: "Apple is not available. Try again later."),
        "Shutdown": Entry(blame: .service, advice: "Apple's server is shutting down. Try again later."),
    ]
}
