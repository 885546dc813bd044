import PushyServer
import Synchronization

/// Holds back whoever comes until it is opened.
actor Gate {
    private var isOpen = false
    private var hasArrivals = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    /// Waits at the gate.
    func pass() async {
        hasArrivals = true
        for watcher in watching { watcher.resume() }
        watching = []
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Returns once somebody waits at the gate, or has passed it.
    func waitForArrival() async {
        guard !hasArrivals else { return }
        await withCheckedContinuation { watching.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}

/// Accepts everything, once its gate is open.
final class GatedChannel: PushChannel {
    private let gate: Gate
    private let log = Mutex<[DeviceToken]>([])

    init(_ gate: Gate) {
        self.gate = gate
    }

    /// The tokens that were sent to, in the order in which they came.
    var tokens: [DeviceToken] { log.withLock { $0 } }

    func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await gate.pass()
        log.withLock { $0 += deliveries.map(\.token) }
        return deliveries.map { _ in .accepted }
    }
}
