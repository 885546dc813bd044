import Foundation
import PushyCore

/// Makes the check for whoever asks: one at a time, and not again at once, because APNs counts what reaches nobody against
/// its sender.
actor CheckDesk {
    /// What a check found, and when.
    struct Outcome: Sendable {
        let findings: [Finding]
        let moment: Date
    }

    /// An outcome that is not older than this is shown again.
    private static let shortestDistance: TimeInterval = 30

    private let check: SendingCheck
    private let now: @Sendable () -> Date
    private var running: Task<Outcome, Never>?
    /// The last outcome, if there was one since the start.
    private(set) var last: Outcome?

    init(_ check: SendingCheck, now: @escaping @Sendable () -> Date) {
        self.check = check
        self.now = now
    }

    /// Makes the check; whoever asks meanwhile waits for the same one.
    @discardableResult
    func run() async -> Outcome {
        if let last, now().timeIntervalSince(last.moment) < Self.shortestDistance { return last }
        if let running { return await running.value }
        let task = Task { [check, now] in Outcome(findings: await check.run(), moment: now()) }
        running = task
        let outcome = await task.value
        running = nil
        last = outcome
        return outcome
    }
}
