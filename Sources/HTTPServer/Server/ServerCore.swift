import Synchronization

/// What the library's callbacks, the warden and the handlers' tasks have in common.
final class ServerCore: Sendable {
    let router: Router
    let configuration: HTTPServer.Configuration
    let isSecure: Bool
    let connections = ConnectionTable()
    let warden = Warden()
    let unattended = UnattendedTasks()
    /// What a client reads that has too many connections already.
    let refusal: [UInt8]
    let headerNanoseconds: Int64
    let bodyNanoseconds: Int64
    let idleNanoseconds: Int64

    private let libraryText = Mutex<String?>(nil)
    private let exchangeCount = Atomic(0)
    private let stopping = Atomic(false)
    private let abandoning = Atomic(false)

    init(router: Router, configuration: HTTPServer.Configuration) {
        self.router = router
        self.configuration = configuration
        isSecure = configuration.tls != nil
        let problem = HTTPProblem.tooManyConnections(limit: configuration.connectionLimitPerAddress)
        refusal = HTTPResponse(problem).closingBytes ?? []
        headerNanoseconds = configuration.headerDeadline.nanoseconds
        bodyNanoseconds = configuration.bodyDeadline.nanoseconds
        idleNanoseconds = configuration.idleDeadline.nanoseconds
    }

    /// How long a body may take of which so many bytes came.
    func bodyNanoseconds(for byteCount: Int) -> Int64 {
        bodyNanoseconds + Int64(byteCount) * 1_000_000_000 / Int64(max(configuration.minimumBodyRate, 1))
    }
}

extension ServerCore {
    /// How often deadlines are looked at: often enough that none is overdue by more than a quarter.
    var wardenIntervalMilliseconds: Int32 {
        let shortest = min(headerNanoseconds, bodyNanoseconds, idleNanoseconds)
        return Int32(clamping: min(max(shortest / 4_000_000, 5), 500))
    }
}

/// The way to the end: requests are taken, then only finished, then given up.
extension ServerCore {
    /// Whether no new request is taken.
    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Whether no handler is waited for.
    var isAbandoning: Bool { abandoning.load(ordering: .acquiring) }

    /// Whether any request is under way, or any handler whose client has left.
    var isBusy: Bool { exchangeCount.load(ordering: .acquiring) > 0 || !unattended.isEmpty }

    func exchangeBegan() { exchangeCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    func exchangeEnded() { exchangeCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// Takes no new requests; streams, which would never end, end now.
    func beginStopping() {
        stopping.store(true, ordering: .releasing)
        for connection in connections.all { connection.watchedStream?.close(ResponseStream.ended) }
    }

    /// Waits until no request is under way, at most so long.
    func waitUntilIdle(atMost limit: Duration) async {
        let deadline = ContinuousClock.now + limit
        while isBusy, ContinuousClock.now < deadline {
            // Cancelling the stop does not shorten it: requests under way have been promised an answer.
            await Task { try? await Task.sleep(for: .milliseconds(2)) }.value
        }
    }

    /// Gives up on the handlers that are not done.
    func abandonHandlers() {
        abandoning.store(true, ordering: .releasing)
        unattended.cancel()
        for connection in connections.all {
            connection.abandonHandler()
            connection.watchedStream?.close(ResponseStream.brokenOff)
        }
    }
}

extension ServerCore {
    /// Counts a connection in from an address; false when there are too many from it, and its client is at the other end
    /// of all of them.
    func admit(_ address: IPAddress) -> Bool {
        let isProxy = configuration.trustedProxies.contains(address)
        let limit = isProxy ? .max : configuration.connectionLimitPerAddress
        if connections.countIn(address, atMost: limit) { return true }
        return !unattended.areMany && connections.letAbandonedGo(of: address)
            && connections.countIn(address, atMost: limit)
    }

    /// Lets those connections go whose clients have left; false when there are none.
    func letAbandonedGo() -> Bool { !unattended.areMany && connections.letAbandonedGo() }

    /// Whether a further connection is let in only when another goes.
    var isFull: Bool { connections.count >= configuration.connectionLimit }

    /// The library says something. Of what clients do wrong it says one line each, which would let any of them fill
    /// the operator's log; those lines are kept only to explain why a start failed.
    func hear(_ text: String) {
        LibraryErrorPages.hear(text)
        libraryText.withLock { $0 = text }
    }

    /// What the library said last.
    var lastLibraryText: String? { libraryText.withLock { $0 } }
}
