import WorkersKV

/// Tries the devices of a page until each has an answer that stands, with a growing pause between the rounds.
struct ServiceRounds: Sendable {
    private static let roundCount = 4
    /// Whoever was late has been tried once before.
    static let roundCountOfLate = 3
    static let firstPause = Duration.milliseconds(500)
    /// FCM asks for a minute when its quota is spent; nobody is waited for longer.
    static let longestPause = Duration.seconds(60)
    /// How long the last few of a page have for their answers, before others no longer wait for them.
    private static let answerTime = Duration.seconds(2)
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
    func run(_ devices: [Device], rounds: Int = roundCount) async -> [ServiceOutcome] {
        await run(devices, rounds: rounds, untilSomebodyAnswers: false).outcomes
    }

    /// The same for a page that holds up others: nobody waits for those who have to wait, once others do not, and on the walk
    /// not for a few whose answers take long.
    func run(_ page: ServicePage) async -> ServiceAnswers {
        let answerTime = page.isAhead ? nil : Self.answerTime
        return await run(page.devices, rounds: Self.roundCount, untilSomebodyAnswers: true, leavingFewAfter: answerTime)
    }

    private func run(
        _ devices: [Device],
        rounds: Int,
        untilSomebodyAnswers: Bool,
        leavingFewAfter answerTime: Duration? = nil
    ) async -> ServiceAnswers {
        var answers = await round(devices, leavingFewAfter: answerTime).answers()
        var repeated: Set<Int> = []
        var pause = Self.firstPause
        for _ in 1..<rounds {
            let outcomes = answers.outcomes
            let late = outcomes.indices.filter { if case .late = outcomes[$0] { true } else { false } }
            let broken = outcomes.indices.filter { if case .broken = outcomes[$0] { true } else { false } }
            let isHandedBack = untilSomebodyAnswers && late.count + broken.count < devices.count
            let open = isHandedBack ? broken : late + broken
            guard !open.isEmpty else { break }
            repeated.formUnion(broken)
            let waits = open.compactMap { place in
                if case .late(let delay) = answers.outcomes[place] { delay.wait } else { nil }
            }
            do {
                try await clock.sleep(for: min(Self.longestPause, max(pause, waits.max() ?? pause)))
            } catch {
                for place in open { answers.outcomes[place] = .cutOff }
                return answers
            }
            guard let present = await present(of: open, among: devices) else { break }
            for place in open { answers.outcomes[place] = .withdrawn }
            let again = await round(present.map(\.device)).answers().outcomes
            for (device, outcome) in zip(present, again) {
                answers.outcomes[device.place] = repeated.contains(device.place) ? outcome.unrepeated : outcome
            }
            pause *= 2
        }
        answers.outcomes = answers.outcomes.map(\.unrepeated)
        return answers
    }

    private func round(_ devices: [Device], leavingFewAfter answerTime: Duration? = nil) -> ServiceRound {
        ServiceRound(devices, leavingFewAfter: answerTime, of: clock, halt, grace, attempt)
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
}
