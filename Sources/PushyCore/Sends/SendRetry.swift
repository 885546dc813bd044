/// How often a device is tried again whose service cannot now: as long as somebody waits for the answer, and no longer.
struct SendRetry: Sendable {
    /// What a try came to.
    enum Attempt: Hashable, Sendable {
        /// Nothing would be another way the next time.
        case final(DeviceAnswer)
        /// It may go better later, after the time that the service asks for.
        case passing(DeviceAnswer, after: Duration?)
    }

    /// A backend that waits longer gives up, and sends twice.
    private static let longestWait = Duration.seconds(15)
    static let usualAttempts = 3
    private static let firstPause = Duration.milliseconds(500)

    private let clock: any Clock<Duration>
    private let attempts: Int

    init(clock: any Clock<Duration> = ContinuousClock(), attempts: Int = usualAttempts) {
        self.clock = clock
        self.attempts = attempts
    }

    /// Tries until there is an answer that stands, or no time for another try.
    func run(_ attempt: () async -> Attempt) async -> DeviceAnswer {
        var waited = Duration.zero
        var pause = Self.firstPause
        var number = 1
        while true {
            switch await attempt() {
            case .final(let answer): return answer
            case .passing(let answer, let wait):
                let wait = wait ?? pause
                guard number < attempts, waited + wait <= Self.longestWait else { return answer }
                do {
                    try await clock.sleep(for: wait)
                } catch {
                    return answer
                }
                waited += wait
                pause *= 2
                number += 1
            }
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
