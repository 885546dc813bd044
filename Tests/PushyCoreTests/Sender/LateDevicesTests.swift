import APNs
import Foundation
import Synchronization
import Testing

@testable import PushyCore

@Suite("Devices that must be tried again")
struct LateDevicesTests {
    @Test("keep nobody else waiting, and are reached later")
    func reached() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(3_000)
            let channel = HandingBackChannel { $0.token.hex.hasSuffix("7") }
            let broadcasts = try await bench.broadcasts(through: channel, clock: SteppedClock())
            let done = try await broadcasts.send(.hello())
            #expect(done.state == .done)
            #expect(done.tally.accepted == 3_000)
            #expect(Set(channel.late.map(\.token)).isSubset(of: tokens.filter { $0.hex.hasSuffix("7") }))
            #expect(channel.late.count == Set(channel.late.map(\.token)).count)
            #expect(!channel.late.isEmpty)
        }
    }

    @Test("are reached by the next process, when the first has ended before")
    func restart() async throws {
        try await Bench.run { bench in
            try await bench.register(1_000)
            let first = HandingBackChannel(lateOutcome: .failed(.shutDown)) { $0.token.hex.hasSuffix("7") }
            let before = try await bench.broadcasts(through: first, clock: SteppedClock())
            let id = try await before.create(.hello()).id
            while await !before.senders.isEmpty { await Task.yield() }
            await before.stop()
            let second = HandingBackChannel { _ in false }
            let after = try await bench.broadcasts(through: second, clock: SteppedClock())
            await after.advance()
            let done = try await after.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 1_000)
            #expect(Set(first.late.map(\.token)).isSubset(of: second.late.map(\.token)))
        }
    }

    @Test("are not sent to when they were removed, or left the audience, in the meantime")
    func withdrawn() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(500)
            // Behind the first page, whose devices the channel tries again itself.
            let waiting = tokens[200...].filter { $0.hex.hasSuffix("7") }
            let (removed, changed) = (waiting[0], waiting[1])
            let channel = HandingBackChannel { waiting.contains($0.token) }
            let gate = Gate()
            let broadcasts = try await bench.broadcasts(through: channel, clock: GatedClock(gate))
            let id = try await broadcasts.create(.hello(to: .pro)).id
            await gate.waitForArrival()
            bench.moment.advance(by: 2)
            #expect(try await bench.registry.remove(removed) == .removed)
            #expect(try await bench.registry.register(changed, pro: false, environment: .production) == .updated)
            await gate.open()
            let done = try await broadcasts.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.late == nil)
            #expect(done.tally.accepted == 498)
            #expect(Set(channel.late.map(\.token)) == Set(waiting.dropFirst(2)))
        }
    }

    @Test("are looked up again before each try: who was removed after one of them gets nothing more")
    func removedBetweenTries() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(500)
            let waiting = tokens[300]
            let channel = HandingBackChannel(lateOutcome: .late(.refusedByServer)) { $0.token == waiting }
            let gate = Gate()
            let broadcasts = try await bench.broadcasts(through: channel, clock: SecondSleepGatedClock(gate))
            let id = try await broadcasts.create(.hello()).id
            await gate.waitForArrival()
            bench.moment.advance(by: 2)
            #expect(try await bench.registry.remove(waiting) == .removed)
            await gate.open()
            let done = try await broadcasts.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.tally.total == 499)
            #expect(channel.late.map(\.token) == [waiting])
        }
    }

    @Test(
        "are tried so often, and then counted as failed",
        arguments: [(APNsFailure.refusedByServer, 5), (.deadline(.zero), 2)]
    )
    func tries(failure: APNsFailure, count: Int) async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(500)
            let channel = HandingBackChannel(lateOutcome: .late(failure)) { $0.token == tokens[300] }
            let done = try await bench.broadcasts(through: channel, clock: SteppedClock()).send(.hello())
            #expect(done.state == .done)
            #expect(done.tally.failed == [failure.name: 1])
            #expect(channel.late.count == count)
        }
    }

    @Test("wait through an outage as all others do")
    func outage() async throws {
        try await Bench.run { bench in
            try await bench.register(1_000)
            let first = HandingBackChannel(lateOutcome: .unserved(.notReachable("No route to APNs."))) {
                $0.token.hex.hasSuffix("7")
            }
            let before = try await bench.broadcasts(through: first, clock: SteppedClock())
            let paused = try await before.send(.hello())
            #expect(paused.state == .paused)
            await before.stop()
            bench.moment.advance(by: Broadcast.retryInterval)
            let after = try await bench.broadcasts(through: HandingBackChannel { _ in false }, clock: SteppedClock())
            await after.advance()
            await after.senders[paused.id]?.value
            let done = try await after.broadcast(paused.id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 1_000)
        }
    }

    @Test("that can never be reached are counted as failed")
    func failed() async throws {
        try await Bench.run { bench in
            try await bench.register(1_000)
            let channel = HandingBackChannel(lateOutcome: .failed(.refusedByServer)) { $0.token.hex.hasSuffix("07") }
            let broadcasts = try await bench.broadcasts(through: channel, clock: SteppedClock())
            let done = try await broadcasts.send(.hello())
            #expect(done.state == .done)
            #expect(done.tally.total == 1_000)
            #expect(done.tally.failed == ["RefusedByServer": channel.late.count])
        }
    }
}

/// Accepts at once all but some, whom it hands back when it may.
private final class HandingBackChannel: PushChannel {
    private let isBusy: @Sendable (APNsDelivery) -> Bool
    private let lateOutcome: APNsOutcome
    private let log = Mutex<[APNsDelivery]>([])

    init(lateOutcome: APNsOutcome = .accepted, _ isBusy: @escaping @Sendable (APNsDelivery) -> Bool) {
        self.isBusy = isBusy
        self.lateOutcome = lateOutcome
    }

    /// Whom it was sent to after it had handed them back.
    var late: [APNsDelivery] { log.withLock { $0 } }

    func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        deliveries.map { _ in .accepted }
    }

    func sendFirst(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        deliveries.map { isBusy($0) ? .late(.refusedByServer) : .accepted }
    }

    func sendLate(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        log.withLock { $0 += deliveries }
        return deliveries.map { _ in lateOutcome }
    }
}

/// A clock on which every sleep lasts until a gate is opened.
private struct GatedClock: Clock {
    private let gate: Gate
    private let clock = SteppedClock()

    init(_ gate: Gate) {
        self.gate = gate
    }

    var now: SteppedClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: SteppedClock.Instant, tolerance: Duration?) async throws {
        await gate.pass()
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}

/// A clock on which the first sleep is over at once, and all others last until a gate is opened.
private struct SecondSleepGatedClock: Clock {
    private let gate: Gate
    private let clock = SteppedClock()
    private let sleeps = SleepCount()

    private final class SleepCount: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }

    init(_ gate: Gate) {
        self.gate = gate
    }

    var now: SteppedClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: SteppedClock.Instant, tolerance: Duration?) async throws {
        if sleeps.next() > 0 { await gate.pass() }
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
