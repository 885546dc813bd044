import HTTPClient
import PushCrypto
import ServiceStandIns
import WebPush

/// A push service on this machine and a client that may send to it.
struct PushBench {
    let service: PushServiceStandIn
    let client: WebPushClient
    let policy: EndpointPolicy
    let identity: VAPIDIdentity
    /// The key that browsers subscribe with now, and the one before.
    let keys: [VAPIDKey]
    private let trust: StandInServer.TrustFile

    init(policy chosen: EndpointPolicy? = nil, deadline: Duration = .seconds(30)) throws {
        service = try PushServiceStandIn()
        policy = try EndpointPolicy(adding: [service.hostEntry])
        trust = try service.server.trustFile()
        var configuration = HTTPClient.Configuration()
        configuration.caFile = trust.path
        configuration.deadline = deadline
        client = WebPushClient(policy: chosen ?? policy, configuration: configuration)
        keys = [try VAPIDKey(.generate()), try VAPIDKey(.generate())]
        identity = VAPIDIdentity(subject: try VAPIDSubject("mailto:push@example.com"), keys: keys)
    }

    func subscribe(_ name: String) throws -> PushSubscription {
        try PushSubscription(service.subscribe(name), within: policy)
    }

    func send(
        _ text: String,
        to subscription: PushSubscription,
        by key: Int = 0,
        timeToLive: UInt32 = 60,
        topic: PushTopic? = nil
    ) async throws -> WebPushOutcome {
        let message = try PushMessage(Array(text.utf8), timeToLive: timeToLive, urgency: .high, topic: topic)
        return await client.send(message, to: subscription, subscribedWith: keys[key].publicText, as: identity)
    }
}
