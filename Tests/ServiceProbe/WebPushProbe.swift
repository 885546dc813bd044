import HTTPClient
import JSON
import PushCrypto
import WebPush

/// What `WebPush` makes.
enum WebPushProbe {
    /// A message for a subscription.
    static func encrypt(_ request: ProbeRequest) throws -> JSONValue {
        let subscription = try PushSubscription(request.value("subscription"), within: .browsers)
        let message = try EncryptedMessage(
            request.bytes("plaintext"),
            for: subscription,
            padding: .to(request.count("padding"))
        )
        return ["body": .string(Base64URL.encode(message.bytes))]
    }

    /// The header for an origin.
    static func authorize(_ request: ProbeRequest) throws -> JSONValue {
        let key = try VAPIDKey(P256.PrivateKey(scalar: request.bytes("key")))
        let subject = try VAPIDSubject(request.text("subject"))
        let header = try VAPIDHeaders().value(origin: request.text("origin"), subject: subject, key: key)
        return ["header": .string(header)]
    }

    /// How long so many encryptions take on one thread.
    static func measureEncryption(_ request: ProbeRequest) throws -> JSONValue {
        let subscription = try PushSubscription(request.value("subscription"), within: .browsers)
        let plaintext = try request.bytes("plaintext")
        let count = try request.count("count")
        let duration = try ContinuousClock().measure {
            for _ in 0..<count { _ = try EncryptedMessage(plaintext, for: subscription) }
        }
        return ["seconds": seconds(duration)]
    }

    /// Sends one message so many times, so many at once.
    static func send(_ request: ProbeRequest) async throws -> JSONValue {
        let policy = try EndpointPolicy(adding: [request.text("host")])
        var configuration = HTTPClient.Configuration()
        configuration.caFile = try request.text("caFile")
        let client = WebPushClient(policy: policy, configuration: configuration)
        let subscription = try PushSubscription(request.value("subscription"), within: policy)
        let message = try PushMessage(request.bytes("plaintext"))
        let key = try VAPIDKey(.generate())
        let identity = VAPIDIdentity(subject: try VAPIDSubject("mailto:push@example.com"), keys: [key])
        return try await Load(request).run {
            await client.send(message, to: subscription, subscribedWith: key.publicText, as: identity) == .accepted
        }
    }
}

/// A duration in seconds, as JSON.
func seconds(_ duration: Duration) -> JSONValue {
    JSONNumber(duration / .seconds(1)).map { .number($0) } ?? nil
}
