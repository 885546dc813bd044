import APNs
import FCM
import Foundation

/// An app's way to its devices by FCM.
struct FCMDeviceChannel: DeviceChannel {
    let client: FCMClient
    let retry: SendRetry

    func send(
        _ message: GatewayMessage,
        as send: SendID,
        to devices: [Device],
        at moment: Date
    ) async -> [DeviceAnswer] {
        let prepared: FCMMessage
        do throws(DraftFault) {
            prepared = try self.message(message)
        } catch {
            return devices.map { _ in .failed(reason: error.description) }
        }
        return await devices.concurrentMap { device in
            guard case .fcm(let token) = device.address else {
                return .failed(reason: "The device has no token of FCM.")
            }
            return await retry.run { await client.send(prepared, to: .token(token)).attempt }
        }
    }

    func preview(_ message: GatewayMessage, at moment: Date) throws(DraftFault) -> JSONValue {
        .object(try self.message(message).members)
    }

    /// The client has nothing of its own open: its connections are the service's.
    func shutdown(grace: Duration) async {}

    private func message(_ message: GatewayMessage) throws(DraftFault) -> FCMMessage {
        let members = message.fcmMembers
        do throws(FCMRefusal) {
            return try FCMMessage(members)
        } catch {
            throw DraftFault(field: "fcm", reason: error.description)
        }
    }
}

extension FCMOutcome {
    fileprivate var attempt: SendRetry.Attempt {
        switch self {
        case .accepted: .final(.sent)
        case .gone(let code): .final(.gone(reason: code.rawValue))
        case .rejected(let rejection): .final(.failed(reason: rejection.code.rawValue))
        case .later(let code, let wait): .passing(.failed(reason: code.rawValue), after: wait)
        case .failed(let failure):
            failure.isRepeatable
                ? .passing(.failed(reason: failure.name), after: nil) : .final(.failed(reason: failure.name))
        }
    }
}
