import APNs

/// What delivers notifications: APNs, or a stand-in in a test.
public protocol PushChannel: Sendable {
    /// Sends one notification to many devices, and returns when each has its outcome, in the order of the deliveries.
    func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome]

    /// The same, but hands those back as ``APNsOutcome/late(_:)`` that would have to be tried again after a pause.
    func sendFirst(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome]

    /// Sends to those who were handed back, and may hand them back once more.
    func sendLate(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome]

    /// Takes nothing new, lets what is in flight finish within the grace, and closes its connections.
    func shutdown(grace: Duration) async

    /// How it stands, for metrics.
    func statistics() async -> APNsStatistics

    /// Asks about key, team and topic with a notification that reaches nobody.
    func probe(topic: APNsTopic) async -> APNsProbe
}

extension PushChannel {
    /// A channel that hands nobody back tries them itself.
    public func sendFirst(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await send(notification, to: deliveries)
    }

    /// A channel that hands nobody back has no others to keep them apart from.
    public func sendLate(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await send(notification, to: deliveries)
    }

    /// A channel that holds nothing open has nothing to close.
    public func shutdown(grace: Duration) async {}

    /// A channel that connects to nothing has nothing to tell.
    public func statistics() async -> APNsStatistics { APNsStatistics() }

    /// A channel that has nobody to ask takes whatever comes.
    public func probe(topic: APNsTopic) async -> APNsProbe { .accepted }
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

    /// Closes both channels; what is in flight has the grace to be answered.
    public func shutdown(grace: Duration) async {
        async let first: Void = production.shutdown(grace: grace)
        async let second: Void = sandbox.shutdown(grace: grace)
        _ = await (first, second)
    }

    /// How the channel to each environment stands, for metrics.
    public func statistics() async -> [APNsEnvironment: APNsStatistics] {
        await [.production: production.statistics(), .sandbox: sandbox.statistics()]
    }

    /// Asks the APNs of an environment about key, team and topic, on the connections that broadcasts use.
    public func probe(_ environment: APNsEnvironment) async -> APNsProbe {
        await channel(to: environment).probe(topic: topic)
    }

    func channel(to environment: APNsEnvironment) -> any PushChannel {
        switch environment {
        case .production: production
        case .sandbox: sandbox
        }
    }
}
