import APNs
import FCM
import Foundation
import HTTPClient

/// An app's way to its devices by FCM.
struct FCMDeviceChannel: ServiceChannel {
    let client: FCMClient
    let retry: SendRetry

    func attempt(
        _ message: GatewayMessage,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool
    ) throws(DraftFault) -> ServiceAttempt {
        let prepared = try self.message(message)
        return { [client] device, patience in
            guard case .fcm(let token) = device.address else {
                return .rejected(reason: "NoToken")
            }
            return ServiceOutcome(
                await client.send(prepared, to: .token(token), within: patience, whileWanted: isStillWanted)
            )
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

extension ServiceOutcome {
    fileprivate init(_ outcome: FCMOutcome) {
        switch outcome {
        case .accepted: self = .accepted
        case .gone(let code): self = .gone(reason: code.rawValue)
        case .rejected(let rejection):
            let isAboutApp = rejection.status == 401 || rejection.status == 403
            let blame: ServiceRefusal.Blame = rejection.code.isAboutProject ? .perhapsDevice : .app
            let reason = rejection.code.rawValue
            self =
                isAboutApp || blame == .perhapsDevice
                ? .refused(ServiceRefusal(reason: reason, sentence: rejection.description, blame: blame))
                : .rejected(reason: reason)
        case .later(let code, let wait):
            // A quota may be one device's.
            let isOfService = code != .quotaExceeded
            self = .late(Delay(reason: code.rawValue, wait: wait, isOfService: isOfService))
        case .failed(.transport(.cancelled)), .failed(.tokenNotReached(.cancelled)): self = .cutOff
        case .failed(let failure) where failure.isAboutAccount:
            let refusal = ServiceRefusal(reason: failure.name, sentence: failure.description, blame: .account)
            self = .refused(refusal)
        case .failed(let failure) where failure.isCertainlyUndone:
            self = .late(Delay(reason: failure.name, isOfService: true))
        case .failed(let failure):
            if case .transport(.connectionLost) = failure {
                self = .broken(reason: failure.name)
            } else {
                self = .failed(reason: failure.name)
            }
        }
    }
}
