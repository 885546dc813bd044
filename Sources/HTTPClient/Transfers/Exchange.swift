import Synchronization

/// One request on its way and the answer as it comes in.
final class Exchange: @unchecked Sendable {
    // Sendable because every stored property below `// The loop's own` is touched on its thread alone, and what stands
    // above is a constant or an Atomic.
    let request: ClientRequest
    let address: HTTPAddress
    /// When it has waited for its turn for too long.
    let turnDeadline: ContinuousClock.Instant
    /// When nobody waits for the answer any more.
    private let patienceEnd: ContinuousClock.Instant?
    /// How long a connection has for the answer.
    private let answerDeadline: Duration
    /// Asked before it is handed to a connection.
    let isStillWanted: @Sendable () -> Bool
    private let cancelled = Atomic(false)

    // The loop's own
    private var continuation: Continuation?
    /// When it was last handed to a connection.
    var begun: ContinuousClock.Instant?
    /// The connection that it was last handed to.
    var connection: Connection?
    var fields: [ClientRequest.Header] = []
    var body: [UInt8] = []
    /// How often libcurl set about sending it.
    var attemptCount = 0
    /// How many connections to the host had broken when the present attempt began.
    var brokenConnectionsSeen = 0
    /// What happened that libcurl's own result does not tell.
    var cause: HTTPClientError?

    typealias Continuation = CheckedContinuation<Result<ClientResponse, HTTPClientError>, Never>

    init(
        _ request: ClientRequest,
        to address: HTTPAddress,
        at moment: ContinuousClock.Instant,
        under configuration: HTTPClient.Configuration,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool = { true }
    ) {
        self.request = request
        self.address = address
        patienceEnd = request.patience.map { moment + $0 }
        turnDeadline = moment + min(configuration.queueDeadline, request.patience ?? configuration.queueDeadline)
        answerDeadline = configuration.deadline
        self.isStillWanted = isStillWanted
    }

    /// When it has been under way for too long.
    var deadline: ContinuousClock.Instant {
        let deadline = begun.map { $0 + answerDeadline } ?? turnDeadline
        return patienceEnd.map { min($0, deadline) } ?? deadline
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func noteCancellation() { cancelled.store(true, ordering: .relaxed) }

    func expectAnswer(_ continuation: Continuation) { self.continuation = continuation }

    /// What the end of its connection comes to, in libcurl's words. On one that was cut for its silence it has waited nearly
    /// as long as those for whom that was done.
    func loss(_ words: String) -> HTTPClientError {
        connection?.isGivenUp == true ? .timedOut : .connectionLost(words)
    }

    /// Ends it, once.
    func finish(_ result: Result<ClientResponse, HTTPClientError>) {
        continuation?.resume(returning: result)
        continuation = nil
    }
}
