import APNs
import WebPush

/// Where a browser listens, as it is kept: its subscription, and the key that it subscribed with.
///
/// It was checked when it was registered. It is checked again before anything is sent: the rules may be others by then.
public struct WebAddress: Hashable, Sendable {
    /// The address that messages are posted to.
    let endpoint: String
    /// `{"endpoint", "keys": {"p256dh", "auth"}}`.
    let json: JSONValue
    /// The app's public VAPID key that the subscription was made with.
    let vapidKey: String

    /// Takes what a browser registers.
    init(_ subscription: PushSubscription, subscribedWith vapidKey: String) {
        endpoint = subscription.endpoint
        json = subscription.json
        self.vapidKey = vapidKey
    }

    /// Takes what is kept in a device's record; nil where that is no subscription.
    init?(_ record: TokenRecord) {
        guard let json = record["subscription"], case .string(let endpoint) = json["endpoint"],
            case .string(let vapidKey) = record["vapid"]
        else { return nil }
        self.endpoint = endpoint
        self.json = json
        self.vapidKey = vapidKey
    }
}

/// On what terms an app's browsers may register.
public struct WebTerms: Hashable, Sendable {
    /// Which hosts are taken for push services.
    let policy: EndpointPolicy
    /// The app's public VAPID keys, the one that browsers subscribe with first.
    let publicKeys: [String]

    public init(policy: EndpointPolicy, of app: App) {
        self.policy = policy
        publicKeys = app.vapid?.publicKeys ?? []
    }
}
