import HTTP2

/// Tells a fault now and then from an APNs that is down, and then lets one request through at a time, ever more rarely,
/// until one is served; after that the window opens again by one with each answer.
struct OutageWatch {
    private enum State {
        case well
        /// Down: the next request may go at this moment.
        case down(probes: Int, next: MonotonicTime)
        /// Served again: so many may be in flight.
        case recovering(window: Int)
    }

    private let backoff: Backoff
    private var state = State.well
    private var faultsInARow = 0

    /// So many faults without a single answer in between are an outage. A fault in ten is then mistaken for one once
    /// in 10 to the 20th.
    static let threshold = 20
    /// A window so wide is no bound any more.
    private static let recoveredWindow = 4096

    init(backoff: Backoff) {
        self.backoff = backoff
    }

    var isDown: Bool {
        if case .down = state { true } else { false }
    }

    /// When the next request may go, while APNs is down.
    var nextProbe: MonotonicTime? {
        if case .down(_, let next) = state { next } else { nil }
    }

    /// How many more requests may go now.
    func allowance(inFlight: Int, now: MonotonicTime) -> Int {
        switch state {
        case .well: .max
        case .down(_, let next): inFlight == 0 && now >= next ? 1 : 0
        case .recovering(let window): max(0, window - inFlight)
        }
    }

    /// APNs answered a request as it does when it is well.
    mutating func countServed() {
        faultsInARow = 0
        switch state {
        case .well: break
        case .down: state = .recovering(window: 2)
        case .recovering(let window): state = window < Self.recoveredWindow ? .recovering(window: window + 1) : .well
        }
    }

    /// APNs answered that it cannot now, and perhaps for how long.
    ///
    /// A fault that is no news, because the delivery alone is to blame for it, makes no outage.
    mutating func countFault(isNews: Bool, retryAfter: Duration?, now: MonotonicTime) {
        if isNews { faultsInARow += 1 }
        switch state {
        case .down(let probes, let next):
            // What was in flight when the outage showed itself is still being answered: only a probe counts.
            guard now >= next else { return }
            goDown(probes: probes + 1, retryAfter, now)
        case .well, .recovering:
            if isNews, faultsInARow >= Self.threshold { goDown(probes: 1, retryAfter, now) }
        }
    }

    private mutating func goDown(probes: Int, _ retryAfter: Duration?, _ now: MonotonicTime) {
        let delay = max(backoff.delay(afterFailures: probes), min(retryAfter ?? .zero, backoff.longest))
        state = .down(probes: probes, next: now.advanced(by: delay))
    }
}
