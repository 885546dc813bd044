import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("After a restart, a broadcast")
struct RestartTests {
    @Test("that waits for its time still waits, and is sent then")
    func scheduled() async throws {
        try await Bench.run { bench in
            try await bench.register(3)
            var draft = try Draft.hello()
            draft.scheduledAt = bench.moment.now + 60
            let before = try await bench.broadcasts(through: ScriptedChannel())
            let id = try await before.create(draft).id
            await before.stop()
            let channel = ScriptedChannel()
            let after = try await bench.broadcasts(through: channel)
            await after.advance()
            #expect(try await after.broadcast(id).state == .scheduled)
            #expect(channel.deliveries.isEmpty)
            bench.moment.advance(by: 60)
            await after.advance()
            #expect(try await after.outcome(of: id).tally.accepted == 3)
        }
    }

    @Test("that was paused stays so, and goes on where it was once it is resumed")
    func paused() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(600)
            let gate = Gate()
            let first = GatedChannel(gate)
            let before = try await bench.broadcasts(through: first)
            let id = try await before.create(.hello()).id
            await gate.waitForArrival()
            _ = try await before.pause(id)
            await gate.open()
            await before.stop()
            let channel = ScriptedChannel()
            let after = try await bench.broadcasts(through: channel)
            await after.advance()
            #expect(try await after.broadcast(id).state == .paused)
            #expect(await after.senders.isEmpty)
            _ = try await after.resume(id)
            #expect(try await after.outcome(of: id).tally.accepted == 600)
            #expect(first.tokens + channel.deliveries.map(\.token) == tokens)
        }
    }

    @Test("that was cancelled stays so", arguments: [Broadcast.State.scheduled, .paused])
    func cancelled(from state: Broadcast.State) async throws {
        try await Bench.run { bench in
            try await bench.register(3)
            var draft = try Draft.hello()
            draft.scheduledAt = bench.moment.now + 60
            let before = try await bench.broadcasts(through: ScriptedChannel())
            let id = try await before.create(draft).id
            if state == .paused { _ = try await before.pause(id) }
            _ = try await before.cancel(id)
            await before.stop()
            bench.moment.advance(by: 120)
            let channel = ScriptedChannel()
            let after = try await bench.broadcasts(through: channel)
            await after.advance()
            #expect(try await after.broadcast(id).state == .cancelled)
            #expect(await after.senders.isEmpty)
        }
    }

    @Test("keeps to its rate, as it did before")
    func rate() async throws {
        try await Bench.run { bench in
            try await bench.register(100)
            var draft = try Draft.hello()
            draft.ratePerSecond = 40
            let clock = SteppedClock()
            let limited = ScriptedChannel()
            let before = try await bench.broadcasts(through: limited, clock: clock)
            #expect(try await before.send(draft).state == .done)
            #expect(clock.now.offset == .milliseconds(2_500))

            draft.scheduledAt = bench.moment.now + 60
            let id = try await before.create(draft).id
            await before.stop()
            bench.moment.advance(by: 60)
            let after = try await bench.broadcasts(through: limited, clock: clock)
            await after.advance()
            #expect(try await after.outcome(of: id).state == .done)
            await after.stop()
            #expect(clock.now.offset == .milliseconds(5_000))
        }
    }
}
