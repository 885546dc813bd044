import Foundation
import Synchronization
import Testing

@testable import PushyCore

@Suite("Trying a device again")
struct SendRetryTests {
    /// Runs tries that are answered in this order, and gives the answer with the waits in between.
    private func run(_ attempts: [SendRetry.Attempt]) async -> (answer: DeviceAnswer, waits: [Duration]) {
        let clock = LeapingClock()
        let script = Mutex(attempts[...])
        let answer = await SendRetry(clock: clock).run {
            script.withLock { $0.popFirst() } ?? .final(.failed(reason: "no more"))
        }
        return (answer, clock.waits)
    }

    @Test("waits for as long as the service asks, and takes the answer that stands")
    func passing() async {
        let outcome = await run([.passing(.failed(reason: "HTTP 503"), after: .seconds(3)), .final(.sent)])
        #expect(outcome.answer == .sent)
        #expect(outcome.waits == [.seconds(3)])
    }

    @Test("pauses twice as long each time where nothing is asked, three times in all")
    func pauses() async {
        let failure = SendRetry.Attempt.passing(.failed(reason: "NotReachable"), after: nil)
        let outcome = await run([failure, failure, failure, .final(.sent)])
        #expect(outcome.answer == .failed(reason: "NotReachable"))
        #expect(outcome.waits == [.milliseconds(500), .seconds(1)])
    }

    @Test("does not wait longer than somebody who wants the answer")
    func tooLong() async {
        let outcome = await run([.passing(.failed(reason: "QUOTA_EXCEEDED"), after: .seconds(60)), .final(.sent)])
        #expect(outcome.answer == .failed(reason: "QUOTA_EXCEEDED"))
        #expect(outcome.waits.isEmpty)
    }
}

/// A clock that stands still, and on which any wait is over at once, and remembered.
final class LeapingClock: Clock, Sendable {
    let now = ContinuousClock.Instant.now
    private let log = Mutex<[Duration]>([])

    var waits: [Duration] { log.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        log.withLock { $0.append(now.duration(to: deadline)) }
    }
}
