/// How often a device is tried again whose service cannot now: as long as somebody waits for the answer, and no longer.
struct SendRetry: Sendable {
    /// What a try came to.
    enum Attempt: Hashable, Sendable {
        /// Nothing would be another way the next time.
        case final(DeviceAnswer)
        /// The connection broke: one repeat is worth it.
        case broken(DeviceAnswer)
        /// It may go better later, after the time that the service asks for.
        case passing(DeviceAnswer, after: Duration?)
    }

    /// A backend that waits longer gives up, and sends twice.
    private static let longestWait = Duration.seconds(15)
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(4)

    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// Tries until there is an answer that stands, or no time for another try; each try is told how much is left.
    func run(_ attempt: (_ patience: Duration) async -> Attempt) async -> DeviceAnswer {
        await run(on: clock, attempt)
    }

    private func run(on clock: some Clock<Duration>, _ attempt: (Duration) async -> Attempt) async -> DeviceAnswer {
        let start = clock.now
        var left = Self.longestWait
        var pause = Self.firstPause
        var hasBroken = false
        while true {
            let answer: DeviceAnswer
            let wait: Duration
            switch await attempt(left) {
            case .final(let final): return final
            case .broken(let broken):
                if hasBroken { return broken }
                hasBroken = true
                (answer, wait) = (broken, pause)
            case .passing(let passing, let asked): (answer, wait) = (passing, asked ?? pause)
            }
            left = Self.longestWait - start.duration(to: clock.now)
            guard wait < left else { return answer }
            do {
                try await clock.sleep(for: wait)
            } catch {
                return answer
            }
            left -= wait
            pause = min(pause * 2, Self.longestPause)
        }
    }
}

extension Collection where Self: Sendable, Element: Sendable {
    /// Does the work for all elements at once, and gives what it came to in their order.
    func concurrentMap<Value: Sendable>(_ body: @escaping @Sendable (Element) async -> Value) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            for (place, element) in enumerated() { group.addTask { (place, await body(element)) } }
            var values: [(Int, Value)] = []
            for await value in group { values.append(value) }
            return values.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
