import APNs
import Foundation
import HTTPClient
import WebPush

/// An app's way to browsers.
struct WebPushDeviceChannel: ServiceChannel {
    let client: WebPushClient
    let policy: EndpointPolicy
    let identity: VAPIDIdentity
    let app: AppID
    let retry: SendRetry

    func attempt(
        _ message: GatewayMessage,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool
    ) throws(DraftFault) -> ServiceAttempt {
        let prepared = try Self.message(message)
        return { [client, policy, identity, app] device, patience in
            guard case .web(let address) = device.address else {
                return .rejected(reason: "NoSubscription")
            }
            let subscription: PushSubscription
            do throws(SubscriptionFault) {
                subscription = try PushSubscription(address.json, within: policy)
            } catch {
                return error == .endpointRemoved
                    ? .gone(reason: "HTTP 410") : .rejected(reason: WebPushFailure.endpoint(error).name)
            }
            return ServiceOutcome(
                await client.send(
                    prepared,
                    to: subscription,
                    subscribedWith: address.vapidKey,
                    as: identity,
                    lane: app.text,
                    within: patience,
                    whileWanted: isStillWanted
                )
            )
        }
    }

    func preview(_ message: GatewayMessage, at moment: Date) throws(DraftFault) -> JSONValue {
        .object(try message.webPushDelivery().payload)
    }

    /// The client has nothing of its own open: its connections are the service's.
    func shutdown(grace: Duration) async {}

    private static func message(_ message: GatewayMessage) throws(DraftFault) -> PushMessage {
        let delivery = try message.webPushDelivery()
        do throws(MessageFault) {
            return try PushMessage(
                JSONValue.object(delivery.payload).written(),
                timeToLive: delivery.timeToLive,
                urgency: delivery.urgency,
                topic: message.collapseID.map { PushTopic($0) }
            )
        } catch {
            throw DraftFault(field: "webpush", reason: error.description)
        }
    }
}

extension ServiceOutcome {
    /// Each browser's service stands for its own browsers alone: none of them is all of Web Push.
    fileprivate init(_ outcome: WebPushOutcome) {
        switch outcome {
        case .accepted: self = .accepted
        case .gone(let status): self = .gone(reason: "HTTP \(status)")
        case .rejected(let rejection):
            self =
                rejection.isAboutIdentity
                ? .refused(
                    ServiceRefusal(reason: rejection.name, sentence: rejection.description, blame: .perhapsDevice)
                ) : .rejected(reason: rejection.name)
        case .later(let status, let wait):
            self = .late(Delay(reason: "HTTP \(status)", wait: wait, isOfService: false))
        case .failed(.transport(.cancelled)): self = .cutOff
        case .failed(.unknownKey):
            let failure = WebPushFailure.unknownKey
            self = .refused(
                ServiceRefusal(reason: failure.name, sentence: failure.description, blame: .perhapsDevice)
            )
        case .failed(let failure):
            switch failure {
            case .endpoint, .message, .unknownKey, .transport(.forbiddenAddress): self = .rejected(reason: failure.name)
            case .transport(.connectionLost): self = .broken(reason: failure.name)
            case .transport(let error):
                self =
                    error.isCertainlyUndone
                    ? .late(Delay(reason: failure.name, isOfService: true)) : .failed(reason: failure.name)
            }
        }
    }
}
