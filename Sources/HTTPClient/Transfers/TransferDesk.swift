import Synchronization

/// Where requests are handed to the thread that carries them all; it starts with the first.
final class TransferDesk: Sendable {
    private let configuration: HTTPClient.Configuration
    private let now: HTTPClient.Now
    private let inbox = Mutex(Inbox())

    struct Inbox {
        var isRunning = false
        var isStopping = false
        var submitted: [Exchange] = []
        var cancelled: [Exchange] = []
        /// How to end the loop's wait; nil before there is a loop and after it.
        var loop: Wake?

        /// Wakes the loop for the first thing that comes; it takes what follows along.
        mutating func add(_ change: (inout Inbox) -> Void) {
            let wasEmpty = submitted.isEmpty && cancelled.isEmpty
            change(&self)
            if wasEmpty, let loop { MultiHandle.wake(loop.pointer) }
        }
    }

    /// A loop's pool, for the one call that may come from any thread. It counts only within the inbox's lock.
    struct Wake: @unchecked Sendable {
        // Sendable because libcurl lets any thread wake a wait, and the loop takes this away before the pool goes.
        let pointer: UnsafeMutableRawPointer
    }

    init(_ configuration: HTTPClient.Configuration, now: @escaping HTTPClient.Now) {
        self.configuration = configuration
        self.now = now
    }

    func submit(_ exchange: Exchange, answering continuation: Exchange.Continuation) {
        let isFirst = inbox.withLock { inbox in
            // Within the lock, which hands all of the exchange over to the loop's thread.
            exchange.expectAnswer(continuation)
            inbox.add { $0.submitted.append(exchange) }
            defer { inbox.isRunning = true }
            return !inbox.isRunning
        }
        guard isFirst else { return }
        TransferThread.run { [self, configuration, now] in TransferLoop(configuration, desk: self, now: now).run() }
    }

    func cancel(_ exchange: Exchange) {
        exchange.noteCancellation()
        inbox.withLock { $0.add { $0.cancelled.append(exchange) } }
    }

    func stop() {
        inbox.withLock { $0.isStopping = true }
        wake()
    }

    func wake() {
        inbox.withLock { inbox in
            if let loop = inbox.loop { MultiHandle.wake(loop.pointer) }
        }
    }

    /// Says how to wake the loop, or that it is over.
    func setLoop(_ loop: Wake?) {
        inbox.withLock { $0.loop = loop }
    }

    /// What came since the last look. On the loop's thread.
    func take() -> (submitted: [Exchange], cancelled: [Exchange], isStopping: Bool) {
        inbox.withLock { inbox in
            defer {
                inbox.submitted = []
                inbox.cancelled = []
            }
            return (inbox.submitted, inbox.cancelled, inbox.isStopping)
        }
    }

    /// Takes what waits and lets the next request start another thread: there was no pool for this one.
    func close() -> [Exchange] {
        inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox.submitted
        }
    }
}
