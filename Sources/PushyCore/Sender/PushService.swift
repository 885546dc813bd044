import APNs

/// What delivers notifications: APNs, or a stand-in in a test.
public protocol PushChannel: Sendable {
    /// Sends one notification to many devices, and returns when each has its outcome, in the order of the deliveries.
    func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome]
}

extension APNsClient: PushChannel {}

/// The app's way to its devices: the topic, and a channel for each environment.
public struct PushService: Sendable {
    public let topic: APNsTopic
    private let production: any PushChannel
    private let sandbox: any PushChannel

    public init(topic: APNsTopic, production: any PushChannel, sandbox: any PushChannel) {
        self.topic = topic
        self.production = production
        self.sandbox = sandbox
    }

    func channel(to environment: APNsEnvironment) -> any PushChannel {
        switch environment {
        case .production: production
        case .sandbox: sandbox
        }
    }
}
