extension App {
    /// Takes down what of a service's credentials is no secret.
    mutating func summarise(_ credentials: AppCredentials, for service: PushServiceKind) {
        switch service {
        case .apns: apns = credentials.apns?.summary
        case .fcm: fcm = credentials.fcm?.summary
        case .webPush: vapid = credentials.vapid?.summary
        }
    }

    /// What of an app's access to APNs is no secret.
    public struct APNsSummary: Hashable, Sendable, Codable {
        public let keyID: String
        public let teamID: String
        public let bundleID: String
    }

    /// What of an app's access to FCM is no secret.
    public struct FCMSummary: Hashable, Sendable, Codable {
        public let projectID: String
        public let clientEmail: String
    }

    /// What of an app's access to Web Push is no secret.
    public struct VAPIDSummary: Hashable, Sendable, Codable {
        public let subject: String
        /// The one that browsers subscribe with first, then those that serve older subscriptions.
        public let publicKeys: [String]

        /// The one that browsers subscribe with.
        public var publicKey: String? { publicKeys.first }
    }
}
