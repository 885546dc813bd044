import HTTP2

/// One notification to many devices, on its way. Belongs to the pool's thread.
///
/// A delivery is in exactly one place until it has its outcome: not yet taken, waiting to be sent again, or in flight.
final class SendBatch {
    /// What the client knows the batch by.
    let number: Int
    let notification: APNsNotification
    let deliveries: [APNsDelivery]
    /// What becomes of a delivery that does not end with an attempt.
    var standing: Standing
    /// Whether its deliveries fared badly before, and go apart from others.
    var isApart = false
    /// How many requests APNs had served when the batch came.
    var servedBefore = 0
    /// Where the pool keeps the batch.
    var place = 0
    /// How many deliveries were taken for their first attempt: always the first ones.
    private(set) var takenCount = 0

    enum Standing {
        /// It waits for an APNs that cannot be reached or cannot serve now, and is tried again.
        case patient
        /// It waits for an APNs that cannot be reached or cannot serve now, and else is handed back.
        case handsBack
        /// Its sender wants to know of the first thing that goes wrong.
        case impatient
        /// It has waited long enough.
        case outOfPatience
        /// Its sender wants no more of it sent.
        case withdrawn
    }

    private var outcomes: [APNsOutcome]
    private var unfinishedCount: Int
    private let done: ([APNsOutcome]) -> Void
    private var prepared: (request: PreparedRequest, generation: UInt8)?

    init(
        _ notification: APNsNotification,
        to deliveries: [APNsDelivery],
        number: Int = 0,
        standing: Standing = .patient,
        done: @escaping ([APNsOutcome]) -> Void
    ) {
        self.number = number
        self.notification = notification
        self.deliveries = deliveries
        self.standing = standing
        // Acceptance is what nearly every delivery comes to, so that only the others are written.
        outcomes = Array(repeating: .accepted, count: deliveries.count)
        unfinishedCount = deliveries.count
        self.done = done
    }

    /// Whether its sender sees to all that comes after one bad attempt: it looks first whether the device is still there.
    var handsBackAtOnce: Bool { isApart && standing == .handsBack }

    /// How many deliveries were not taken yet.
    var untakenCount: Int { deliveries.count - takenCount }

    /// Takes the next delivery for its first attempt.
    func take() -> Int? {
        guard takenCount < deliveries.count else { return nil }
        defer { takenCount += 1 }
        return takenCount
    }

    /// Notes a delivery's outcome, and hands all of them over with the last. Returns whether this was the last.
    func finish(_ index: Int, _ outcome: APNsOutcome) -> Bool {
        if outcome != .accepted { outcomes[index] = outcome }
        return countFinished()
    }

    /// ``finish(_:_:)`` for the outcome that is the most frequent by far.
    func finishAccepted() -> Bool {
        countFinished()
    }

    private func countFinished() -> Bool {
        unfinishedCount -= 1
        guard unfinishedCount == 0 else { return false }
        done(outcomes)
        return true
    }

    /// What all requests of the batch have in common under a provider token; made anew when the token changes.
    func request(bearing bearer: Bearer, authority: String) -> PreparedRequest {
        if let prepared, prepared.generation == bearer.generation { return prepared.request }
        let request = PreparedRequest(notification, authority: authority, token: bearer.token)
        prepared = (request, bearer.generation)
        return request
    }
}
