import Foundation

/// One attempt to bring a message to a device, and how long its answer is worth waiting for; nil is as long as the service's
/// client waits.
typealias ServiceAttempt = @Sendable (_ device: Device, _ patience: Duration?) async -> ServiceOutcome

/// An app's way to its devices by FCM or by browsers' services: each device is a request of its own.
protocol ServiceChannel: DeviceChannel {
    var retry: SendRetry { get }

    /// Prepares a message, once for all devices; a request that still waits for its turn goes only while it is wanted.
    ///
    /// - Throws: ``DraftFault`` when none can be made of it for this service.
    func attempt(
        _ message: GatewayMessage,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool
    ) throws(DraftFault) -> ServiceAttempt
}

extension ServiceChannel {
    /// Prepares a message that is wanted to the end.
    func attempt(_ message: GatewayMessage) throws(DraftFault) -> ServiceAttempt {
        try attempt(message, whileWanted: { true })
    }

    /// Prepares a message under the name of its send, by which a device knows a repeat; one that has no room for the name
    /// goes without.
    func attempt(
        _ message: GatewayMessage,
        tagged send: SendID,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool = { true }
    ) throws(DraftFault) -> ServiceAttempt {
        var tagged = message
        tagged.repeatTag = send.text
        do throws(DraftFault) {
            return try attempt(tagged, whileWanted: isStillWanted)
        } catch {
            return try attempt(message, whileWanted: isStillWanted)
        }
    }

    func send(
        _ message: GatewayMessage,
        as send: SendID,
        to devices: [Device],
        at moment: Date
    ) async -> [DeviceAnswer] {
        let attempt: ServiceAttempt
        do throws(DraftFault) {
            attempt = try self.attempt(message, tagged: send)
        } catch {
            return devices.map { _ in .failed(reason: error.description) }
        }
        return await devices.concurrentMap { [retry] device in
            await retry.run { await attempt(device, $0).attempt }
        }
    }
}
