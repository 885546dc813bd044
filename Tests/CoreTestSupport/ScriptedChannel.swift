import APNs
import PushyCore
import Synchronization

/// A stand-in for APNs: answers each delivery by a script, and remembers whom it was sent to.
package final class ScriptedChannel: PushChannel {
    private let script: @Sendable (APNsDelivery) -> APNsOutcome
    private let log = Mutex<[APNsDelivery]>([])

    package init(_ script: @escaping @Sendable (APNsDelivery) -> APNsOutcome = { _ in .accepted }) {
        self.script = script
    }

    /// All deliveries so far, in the order in which they came.
    package var deliveries: [APNsDelivery] { log.withLock { $0 } }

    package func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        log.withLock { $0 += deliveries }
        return deliveries.map(script)
    }
}
