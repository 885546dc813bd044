import WorkersKV

/// Tries the devices of a page until each has an answer that stands, with a growing pause between the rounds.
struct ServiceRounds: Sendable {
    private static let roundCount = 4
    /// Whoever was late has been tried once before.
    static let roundCountOfLate = 3
    static let firstPause = Duration.milliseconds(500)
    /// FCM asks for a minute when its quota is spent; nobody is waited for longer.
    static let longestPause = Duration.seconds(60)
    /// How long what is in flight may still be answered when there is a hurry.
    private static let usualGrace = Duration.seconds(3)

    /// Looks a device up again before it is tried again; nil where it is no more.
    typealias Look = @Sendable (Device) async throws(KVError) -> Device?

    private let attempt: ServiceAttempt
    private let clock: any Clock<Duration>
    private let halt: Halt
    private let grace: Duration
    private let look: Look

    init(
        attempt: @escaping ServiceAttempt,
        clock: any Clock<Duration>,
        halt: Halt,
        grace: Duration = usualGrace,
        look: @escaping Look
    ) {
        self.attempt = attempt
        self.clock = clock
        self.halt = halt
        self.grace = grace
        self.look = look
    }

    /// Gives one outcome a device; whoever still has to wait after the last round is handed back as late, and whose
    /// connection broke twice has failed.
    ///
    /// `untilSomebodyAnswers` hands those who have to wait back as soon as others do not: nobody waits for them.
    func run(
        _ devices: [Device],
        rounds: Int = roundCount,
        untilSomebodyAnswers: Bool = false
    ) async -> [ServiceOutcome] {
        var outcomes = await round(devices)
        var repeated: Set<Int> = []
        var pause = Self.firstPause
        for _ in 1..<rounds {
            let late = outcomes.indices.filter { if case .late = outcomes[$0] { true } else { false } }
            let broken = outcomes.indices.filter { if case .broken = outcomes[$0] { true } else { false } }
            let isHandedBack = untilSomebodyAnswers && late.count + broken.count < devices.count
            let open = isHandedBack ? broken : late + broken
            guard !open.isEmpty else { break }
            repeated.formUnion(broken)
            let waits = open.compactMap { place in
                if case .late(let delay) = outcomes[place] { delay.wait } else { nil }
            }
            do {
                try await clock.sleep(for: min(Self.longestPause, max(pause, waits.max() ?? pause)))
            } catch {
                for place in open { outcomes[place] = .cutOff }
                return outcomes
            }
            guard let present = await present(of: open, among: devices) else { break }
            for place in open { outcomes[place] = .withdrawn }
            let again = await round(present.map(\.device))
            for (device, outcome) in zip(present, again) {
                outcomes[device.place] = repeated.contains(device.place) ? outcome.unrepeated : outcome
            }
            pause *= 2
        }
        return outcomes.map(\.unrepeated)
    }

    /// Those who are still there after the pause, as they are now; nil where the store cannot say.
    private func present(of places: [Int], among devices: [Device]) async -> [(place: Int, device: Device)]? {
        var present: [(place: Int, device: Device)] = []
        do throws(KVError) {
            for place in places {
                if let device = try await look(devices[place]) { present.append((place, device)) }
            }
        } catch {
            return nil
        }
        return present
    }

    /// One attempt a device. A cancelled task begins none, and lets what is in flight be answered: for a moment where there is
    /// a hurry, and else for as long as its request may take.
    private func round(_ devices: [Device]) async -> [ServiceOutcome] {
        guard !Task.isCancelled else { return devices.map { _ in .cutOff } }
        let (answers, continuation) = AsyncStream.makeStream(of: (place: Int, outcome: ServiceOutcome).self)
        let work = Task { [attempt] in
            await withDiscardingTaskGroup { group in
                for (place, device) in devices.enumerated() {
                    group.addTask { continuation.yield((place, await attempt(device, nil))) }
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
            Task { [halt, grace] in
                await halt.urgency()
                // Nobody cancels it.
                try? await Task.sleep(for: grace)
                work.cancel()
                collection.cancel()
            }
        }
    }
}
