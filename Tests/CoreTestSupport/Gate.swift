/// Holds back whoever comes until it is opened.
package actor Gate {
    private var isOpen = false
    private var hasArrivals = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// Waits at the gate.
    package func pass() async {
        hasArrivals = true
        for watcher in watching { watcher.resume() }
        watching = []
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Returns once somebody waits at the gate, or has passed it.
    package func waitForArrival() async {
        guard !hasArrivals else { return }
        await withCheckedContinuation { watching.append($0) }
    }

    /// Lets everybody pass from now on.
    package func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}
