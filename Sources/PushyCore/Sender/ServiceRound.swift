/// What became of some devices, as far as it is known: `outcomes[i]` is that of the i-th.
struct ServiceAnswers: Sendable {
    var outcomes: [ServiceOutcome]
    /// Waits for those that are under way, and gives theirs in their order; nil where none is.
    var rest: (@Sendable () async -> [ServiceOutcome])?
}

/// One attempt a device, which goes on whoever waits for its answer.
struct ServiceRound: Sendable {
    /// So many answers may be left to wait for.
    private static let fewCount = 10

    private enum Event: Sendable {
        case answer(ServiceOutcome, place: Int)
        case timeIsUp
    }

    private let events: AsyncStream<Event>
    private let work: Task<Void, Never>
    private let halt: Halt
    private let grace: Duration
    private var outcomes: [ServiceOutcome]

    /// Begins it; a cancelled task begins none.
    ///
    /// After so long a few who are left are handed back as being under way, where at least as many have answers that stand: so
    /// a service that is out, or slow with everybody, is waited for.
    init(
        _ devices: [Device],
        leavingFewAfter answerTime: Duration?,
        of clock: any Clock<Duration>,
        _ halt: Halt,
        _ grace: Duration,
        _ attempt: @escaping ServiceAttempt
    ) {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        self.halt = halt
        self.grace = grace
        outcomes = devices.map { _ in .underWay }
        guard !Task.isCancelled else {
            continuation.finish()
            work = Task {}
            return
        }
        let timer = answerTime.map { answerTime in
            Task {
                // One that is cancelled has nobody to tell.
                try? await clock.sleep(for: answerTime)
                continuation.yield(.timeIsUp)
            }
        }
        work = Task {
            await withDiscardingTaskGroup { group in
                for (place, device) in devices.enumerated() {
                    group.addTask { continuation.yield(.answer(await attempt(device, nil), place: place)) }
                }
            }
            continuation.finish()
            timer?.cancel()
        }
    }

    /// Waits for the answers. A cancelled task lets what is in flight be answered: for a moment where there is a hurry, and
    /// else for as long as its request may take.
    func answers() async -> ServiceAnswers {
        let collection = Task { await collect() }
        return await withTaskCancellationHandler {
            await collection.value
        } onCancel: {
            Task { [halt, grace, work] in
                await halt.urgency()
                // Nobody cancels it.
                try? await Task.sleep(for: grace)
                work.cancel()
                collection.cancel()
            }
        }
    }

    private func collect() async -> ServiceAnswers {
        var rest = self
        var isTimeUp = false
        for await event in events {
            switch event {
            case .answer(let outcome, let place): rest.outcomes[place] = outcome
            case .timeIsUp: isTimeUp = true
            }
            guard isTimeUp else { continue }
            let left = rest.outcomes.indices.filter { rest.outcomes[$0] == .underWay }
            let standingCount = rest.outcomes.count { !$0.isWaitedFor }
            guard !left.isEmpty, left.count <= min(Self.fewCount, standingCount) else { continue }
            return ServiceAnswers(outcomes: rest.outcomes) { [rest] in
                let outcomes = await rest.answers().outcomes
                return left.map { outcomes[$0].putOff }
            }
        }
        return ServiceAnswers(outcomes: rest.outcomes.map { $0 == .underWay ? .cutOff : $0 })
    }
}
