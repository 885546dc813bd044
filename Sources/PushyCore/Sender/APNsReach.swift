import APNs
import Foundation

/// Whether APNs takes the app's notifications, for a page that wants to say so: asks when somebody wants to know, and
/// remembers the answer for a while.
public actor APNsReach {
    /// What is known at a moment.
    public struct Answer: Hashable, Sendable {
        /// What each environment answered.
        public let probes: [APNsEnvironment: APNsProbe]
        /// When it did.
        public let at: Date
    }

    /// APNs counts tokens that it does not know against a provider, so it is asked rarely.
    private static let secondsUntilStale: TimeInterval = 900
    /// What was wrong is looked at again soon: somebody may be mending it.
    private static let secondsUntilMended: TimeInterval = 30

    private let service: PushService
    private let now: @Sendable () -> Date
    private var answer: Answer?
    private var isAsking = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var waitCount = 0

    /// Asks nothing before it is asked itself.
    public init(_ service: PushService, now: @escaping @Sendable () -> Date) {
        self.service = service
        self.now = now
    }

    /// The latest answer; a new one is waited for no longer than the patience, and comes in later by itself.
    ///
    /// - Returns: nil when there is no answer yet.
    public func answer(patience: Duration) async -> Answer? {
        if !isAsking, isStale { ask() }
        if isAsking { await waitForAnswer(patience) }
        return answer
    }

    private var isStale: Bool {
        guard let answer else { return true }
        let isFine = answer.probes.values.allSatisfy { $0 == .accepted }
        return now().timeIntervalSince(answer.at) > (isFine ? Self.secondsUntilStale : Self.secondsUntilMended)
    }

    private func ask() {
        isAsking = true
        Task {
            async let production = service.probe(.production)
            async let sandbox = service.probe(.sandbox)
            answer = await Answer(probes: [.production: production, .sandbox: sandbox], at: now())
            isAsking = false
            for number in waiting.keys { goOn(number) }
        }
    }

    private func waitForAnswer(_ patience: Duration) async {
        waitCount += 1
        let number = waitCount
        let timer = Task {
            // Cancelled, it finds nobody waiting.
            try? await Task.sleep(for: patience)
            goOn(number)
        }
        await withCheckedContinuation { waiting[number] = $0 }
        timer.cancel()
    }

    private func goOn(_ number: Int) {
        waiting.removeValue(forKey: number)?.resume()
    }
}
