import APNs
import PushyCore
import Synchronization

/// Accepts everything, once its gate is open.
package final class GatedChannel: PushChannel {
    private let gate: Gate
    private let log = Mutex<[DeviceToken]>([])

    package init(_ gate: Gate) {
        self.gate = gate
    }

    /// The tokens that were sent to, in the order in which they came.
    package var tokens: [DeviceToken] { log.withLock { $0 } }

    package func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await gate.pass()
        log.withLock { $0 += deliveries.map(\.token) }
        return deliveries.map { _ in .accepted }
    }
}
