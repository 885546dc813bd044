import APNs
import Foundation
import WebPush

/// An app's way to browsers.
struct WebPushDeviceChannel: DeviceChannel {
    let client: WebPushClient
    let policy: EndpointPolicy
    let identity: VAPIDIdentity
    let app: AppID
    let retry: SendRetry

    func send(
        _ message: GatewayMessage,
        as send: SendID,
        to devices: [Device],
        at moment: Date
    ) async -> [DeviceAnswer] {
        let prepared: PushMessage
        do throws(DraftFault) {
            prepared = try Self.message(message)
        } catch {
            return devices.map { _ in .failed(reason: error.description) }
        }
        return await devices.concurrentMap { device in
            guard case .web(let address) = device.address else {
                return .failed(reason: "The device has no subscription.")
            }
            let subscription: PushSubscription
            do throws(SubscriptionFault) {
                subscription = try PushSubscription(address.json, within: policy)
            } catch {
                return error == .endpointRemoved ? .gone(reason: "HTTP 410") : .failed(reason: error.description)
            }
            return await retry.run {
                await client.send(
                    prepared,
                    to: subscription,
                    subscribedWith: address.vapidKey,
                    as: identity,
                    lane: app.text
                ).attempt
            }
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

extension WebPushOutcome {
    fileprivate var attempt: SendRetry.Attempt {
        switch self {
        case .accepted: .final(.sent)
        case .gone(let status): .final(.gone(reason: "HTTP \(status)"))
        case .rejected(let rejection): .final(.failed(reason: rejection.name))
        case .later(let status, let wait): .passing(.failed(reason: "HTTP \(status)"), after: wait)
        case .failed(let failure):
            failure.isRepeatable
                ? .passing(.failed(reason: failure.name), after: nil) : .final(.failed(reason: failure.name))
        }
    }
}
