import Synchronization
import Testing

@testable import PushyCore

@Suite("Trying a device again")
struct SendRetryTests {
    private let unreachable = SendRetry.Attempt.passing(.failed(reason: "NotReachable"), after: nil)

    /// Runs tries that are answered in this order, each after so long, and gives the answer with what each try was told of
    /// the time that is left.
    private func run(
        _ attempts: [SendRetry.Attempt],
        each duration: Duration = .zero
    ) async -> (answer: DeviceAnswer, left: [Duration]) {
        let clock = SteppedClock()
        let script = Mutex(attempts[...])
        let told = Mutex<[Duration]>([])
        let answer = await SendRetry(clock: clock).run { left in
            told.withLock { $0.append(left) }
            clock.advance(by: duration)
            return script.withLock { $0.popFirst() } ?? .final(.failed(reason: "no more"))
        }
        return (answer, told.withLock { $0 })
    }

    @Test("waits for as long as the service asks, and takes the answer that stands")
    func passing() async {
        let outcome = await run([.passing(.failed(reason: "HTTP 503"), after: .seconds(3)), .final(.sent)])
        #expect(outcome.answer == .sent)
        #expect(outcome.left == [.seconds(15), .seconds(12)])
    }

    @Test("pauses twice as long each time where nothing is asked, and four seconds at most, for fifteen in all")
    func pauses() async {
        let outcome = await run(Array(repeating: unreachable, count: 9))
        #expect(outcome.answer == .failed(reason: "NotReachable"))
        #expect(outcome.left == [15, 14.5, 13.5, 11.5, 7.5, 3.5].map { .seconds($0) })
    }

    @Test("does not wait longer than somebody who wants the answer")
    func tooLong() async {
        let outcome = await run([.passing(.failed(reason: "QUOTA_EXCEEDED"), after: .seconds(60)), .final(.sent)])
        #expect(outcome.answer == .failed(reason: "QUOTA_EXCEEDED"))
        #expect(outcome.left == [.seconds(15)])
    }

    @Test("counts the tries as well as the pauses in between")
    func slowTries() async {
        let outcome = await run(Array(repeating: unreachable, count: 9), each: .seconds(10))
        #expect(outcome.answer == .failed(reason: "NotReachable"))
        #expect(outcome.left == [.seconds(15), .seconds(4.5)])
    }

    @Test("repeats once what a connection broke off")
    func broken() async {
        let broken = SendRetry.Attempt.broken(.failed(reason: "ConnectionLost"))
        #expect(await run([broken, .final(.sent)]).answer == .sent)
        let twice = await run([broken, unreachable, broken, .final(.sent)])
        #expect(twice.answer == .failed(reason: "ConnectionLost"))
        #expect(twice.left.count == 3)
    }
}
