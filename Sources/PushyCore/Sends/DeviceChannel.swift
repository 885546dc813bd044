import APNs
import Foundation

/// An app's way to its devices by one service.
protocol DeviceChannel: Sendable {
    /// Sends a message to devices of the service, and returns when each has its answer, in the order of the devices.
    ///
    /// `send` is the name of the send: what is sent again under the same name after a crash is known again where the
    /// service can.
    func send(_ message: GatewayMessage, as send: SendID, to devices: [Device], at moment: Date) async -> [DeviceAnswer]

    /// What a device would get, for a look beforehand.
    func preview(_ message: GatewayMessage, at moment: Date) throws(DraftFault) -> JSONValue

    /// Takes nothing new, and lets what is in flight finish within the grace.
    func shutdown(grace: Duration) async
}

/// The name of a send, by which it is found in the log.
typealias SendID = BroadcastID

/// An app's way to its devices by APNs, whichever environment they are registered for.
struct APNsDeviceChannel: DeviceChannel {
    let service: PushService

    func send(
        _ message: GatewayMessage,
        as send: SendID,
        to devices: [Device],
        at moment: Date
    ) async -> [DeviceAnswer] {
        let notification: APNsNotification
        do {
            notification = try message.apnsMessage(at: moment).notification(for: service.topic)
        } catch {
            return devices.map { _ in .failed(reason: "\(error)") }
        }
        var answers = devices.map { _ in DeviceAnswer.failed(reason: "The device has no token of APNs.") }
        await withTaskGroup(of: [(Int, APNsOutcome)].self) { group in
            for environment in APNsEnvironment.allCases {
                let deliveries = devices.enumerated().compactMap { place, device -> (Int, APNsDelivery)? in
                    guard case .apns(let token) = device.address, device.environment == environment else { return nil }
                    return (place, APNsDelivery(token: token, id: APNsID(broadcast: send.text, token: token)))
                }
                guard !deliveries.isEmpty else { continue }
                let channel = service.channel(to: environment)
                group.addTask {
                    let outcomes = await channel.send(notification, to: deliveries.map(\.1))
                    return zip(deliveries, outcomes).map { ($0.0, $1) }
                }
            }
            for await outcomes in group {
                for (place, outcome) in outcomes { answers[place] = DeviceAnswer(outcome) }
            }
        }
        return answers
    }

    func preview(_ message: GatewayMessage, at moment: Date) throws(DraftFault) -> JSONValue {
        let payload = try message.apnsMessage(at: moment).payload
        return (try? JSONValue(reading: payload.json)) ?? .null
    }

    func shutdown(grace: Duration) async { await service.shutdown(grace: grace) }
}

extension DeviceAnswer {
    fileprivate init(_ outcome: APNsOutcome) {
        switch outcome {
        case .accepted: self = .sent
        case .gone: self = .goneFromAPNs(outcome)
        case .rejected(_, let reason): self = .failed(reason: reason.rawValue)
        case .failed(let failure), .unserved(let failure), .late(let failure): self = .failed(reason: failure.name)
        }
    }
}

extension Device {
    /// The APNs environment that reaches the device.
    var environment: APNsEnvironment { record.environment ?? .production }
}
