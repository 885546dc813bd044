import HTTPClient
import PushCrypto

/// Sends messages to browsers through their push services.
///
/// Source: RFC 8030, 8291 and 8292.
public final class WebPushClient: Sendable {
    private let http: HTTPClient
    private let policy: EndpointPolicy
    private let headers: VAPIDHeaders

    /// Takes the policy for endpoints and how servers are met; addresses are ruled by the policy, whatever is asked for.
    public init(
        policy: EndpointPolicy = .browsers,
        configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
        headers: VAPIDHeaders = VAPIDHeaders()
    ) {
        var configuration = configuration
        configuration.addresses = policy.addresses
        http = HTTPClient(configuration: configuration)
        self.policy = policy
        self.headers = headers
    }

    /// Sends one message to one browser, once.
    ///
    /// - Parameters:
    ///   - message: What is sent.
    ///   - subscription: The browser.
    ///   - publicKey: The VAPID key that the subscription was made with.
    ///   - identity: Who sends.
    ///   - lane: Whose message it is; senders of one lane do not hold those of another up.
    ///   - patience: How long an answer is worth waiting for; nil is as long as the client waits for any.
    ///   - isStillWanted: Asked once its turn has come; what is not wanted any more ends as cancelled.
    /// - Returns: What became of it.
    public func send(
        _ message: PushMessage,
        to subscription: PushSubscription,
        subscribedWith publicKey: String,
        as identity: VAPIDIdentity,
        lane: String = "",
        within patience: Duration? = nil,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool = { true }
    ) async -> WebPushOutcome {
        do throws(SubscriptionFault) {
            // The policy may be another one than when the subscription was saved.
            try policy.check(subscription.address)
        } catch {
            return error == .endpointRemoved ? .gone(status: 410) : .failed(.endpoint(error))
        }
        guard let key = identity.key(publicKey) else { return .failed(.unknownKey) }
        do throws(WebPushFailure) {
            var request = try self.request(message, to: subscription, subject: identity.subject, key: key)
            request.lane = lane
            request.patience = patience
            return WebPushOutcome(
                try await response(to: request, whileWanted: isStillWanted),
                from: subscription.address
            )
        } catch {
            return .failed(error)
        }
    }

    private func request(
        _ message: PushMessage,
        to subscription: PushSubscription,
        subject: VAPIDSubject,
        key: VAPIDKey
    ) throws(WebPushFailure) -> ClientRequest {
        let authorization: String
        let body: EncryptedMessage
        do throws(CryptoFailure) {
            authorization = try headers.value(origin: subscription.address.origin, subject: subject, key: key)
        } catch {
            throw .message(.crypto(error))
        }
        do throws(MessageFault) {
            body = try EncryptedMessage(message.payload, for: subscription, padding: message.padding)
        } catch {
            throw .message(error)
        }
        var fields = [
            ClientRequest.Header("Authorization", authorization),
            ClientRequest.Header("TTL", String(message.timeToLive)),
            ClientRequest.Header("Urgency", message.urgency.rawValue),
            ClientRequest.Header("Content-Encoding", "aes128gcm"),
            ClientRequest.Header("Content-Type", "application/octet-stream"),
        ]
        if let topic = message.topic { fields.append(ClientRequest.Header("Topic", topic.text)) }
        if subscription.address.isWindows {
            let policy = message.timeToLive == 0 ? "no-cache" : "cache"
            fields.append(ClientRequest.Header("X-WNS-Cache-Policy", policy))
        }
        return ClientRequest("POST", subscription.endpoint, headers: fields, body: body.bytes)
    }

    private func response(
        to request: ClientRequest,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool
    ) async throws(WebPushFailure) -> ClientResponse {
        do throws(HTTPClientError) {
            return try await http.response(to: request, whileWanted: isStillWanted)
        } catch {
            throw .transport(error)
        }
    }
}
