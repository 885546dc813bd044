import Foundation

/// Sends notifications to one APNs over a few long-lived HTTP/2 connections.
///
/// Connections are opened with the first notification and kept; they are replaced when they fail. Many batches may be
/// under way at once; they share the connections, and the window in flight is the sum of what the server allows each.
public final class APNsClient: Sendable {
    public let endpoint: APNsEndpoint
    public let configuration: APNsClientConfiguration
    let tokens: ProviderTokenSource

    /// - Parameters:
    ///   - endpoint: Where to send: ``APNsEnvironment/endpoint``, or a simulator's.
    ///   - tokens: The team's provider token; share one among the clients of both environments.
    ///   - configuration: How to connect, wait and retry.
    public init(
        endpoint: APNsEndpoint,
        tokens: ProviderTokenSource,
        configuration: APNsClientConfiguration = APNsClientConfiguration()
    ) {
        self.endpoint = endpoint
        self.tokens = tokens
        self.configuration = configuration
    }

    /// Sends one notification to many devices, and returns when each has its outcome: `outcomes[i]` is `deliveries[i]`'s.
    public func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        Array(repeating: .failed(.shutDown), count: deliveries.count)
    }

    /// Sends one notification to one device.
    public func send(_ notification: APNsNotification, to delivery: APNsDelivery) async -> APNsOutcome {
        await send(notification, to: [delivery]).first ?? .failed(.shutDown)
    }

    /// Opens a connection of its own and asks APNs about the key with a notification that reaches nobody.
    public func probe(topic: APNsTopic) async -> APNsProbe {
        .failed(.shutDown)
    }

    /// Takes nothing new, lets what is in flight finish within the grace, and closes the connections.
    public func shutdown(grace: Duration = .seconds(5)) async {}

    /// What is going on now; cheap enough to be asked every second.
    public var statistics: APNsStatistics { APNsStatistics() }
}

/// What a connection to APNs showed.
public enum APNsProbe: Hashable, Sendable {
    /// Connected over TLS and HTTP/2, and the key, team and topic were accepted.
    case accepted
    /// Connected, but APNs refused: the reason says what to mend.
    case refused(status: Int, reason: APNsReason)
    case failed(APNsFailure)
}
