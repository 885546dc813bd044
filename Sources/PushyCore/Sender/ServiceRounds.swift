/// Tries the devices of a page until each has an answer that stands, with a growing pause between the rounds.
struct ServiceRounds: Sendable {
    private static let roundCount = 4
    /// Whoever was late has been tried once before.
    static let roundCountOfLate = 3
    static let firstPause = Duration.milliseconds(500)
    /// FCM asks for a minute when its quota is spent; nobody is waited for longer.
    static let longestPause = Duration.seconds(60)
    /// How long what is in flight may still be answered when the broadcast is halted.
    private static let usualGrace = Duration.seconds(3)

    private let attempt: ServiceAttempt
    private let clock: any Clock<Duration>
    private let grace: Duration

    init(attempt: @escaping ServiceAttempt, clock: any Clock<Duration>, grace: Duration = usualGrace) {
        self.attempt = attempt
        self.clock = clock
        self.grace = grace
    }

    /// Gives one outcome a device; whoever still has to wait after the last round is handed back as late.
    ///
    /// `untilSomebodyAnswers` hands those who have to wait back as soon as others do not: nobody waits for them.
    func run(
        _ devices: [Device],
        rounds: Int = roundCount,
        untilSomebodyAnswers: Bool = false
    ) async -> [ServiceOutcome] {
        var outcomes = await round(devices)
        var pause = Self.firstPause
        for _ in 1..<rounds {
            let open = outcomes.indices.filter { if case .late = outcomes[$0] { true } else { false } }
            guard !open.isEmpty, !untilSomebodyAnswers || open.count == devices.count else { break }
            let waits = open.compactMap { place in
                if case .late(let delay) = outcomes[place] { delay.wait } else { nil }
            }
            do {
                try await clock.sleep(for: min(Self.longestPause, max(pause, waits.max() ?? pause)))
            } catch {
                for place in open { outcomes[place] = .cutOff }
                return outcomes
            }
            let again = await round(open.map { devices[$0] })
            for (place, outcome) in zip(open, again) { outcomes[place] = outcome }
            pause *= 2
        }
        return outcomes
    }

    /// One attempt a device. A cancelled task lets what is in flight be answered for a moment, and waits for nobody longer.
    private func round(_ devices: [Device]) async -> [ServiceOutcome] {
        guard !Task.isCancelled else { return devices.map { _ in .cutOff } }
        let (answers, continuation) = AsyncStream.makeStream(of: (place: Int, outcome: ServiceOutcome).self)
        let work = Task { [attempt] in
            await withDiscardingTaskGroup { group in
                for (place, device) in devices.enumerated() {
                    group.addTask { continuation.yield((place, await attempt(device))) }
                }
            }
            continuation.finish()
        }
        let collection = Task {
            var outcomes = devices.map { _ in ServiceOutcome.cutOff }
            for await answer in answers { outcomes[answer.place] = answer.outcome }
            return outcomes
        }
        return await withTaskCancellationHandler {
            await collection.value
        } onCancel: {
            Task { [grace] in
                // Nobody cancels it.
                try? await Task.sleep(for: grace)
                work.cancel()
                collection.cancel()
            }
        }
    }
}
