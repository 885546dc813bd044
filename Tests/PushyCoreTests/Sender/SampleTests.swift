import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("A broadcast whose first devices are all refused")
struct SampleTests {
    /// Made-up devices, which come first in the order of their digits.
    private static let madeUp = 300
    private static let count = 1_000

    @Test("asks others, finds itself sane, and reaches everyone else once")
    func reached() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(Self.count)
            let channel = ScriptedChannel(Self.refusing(tokens.prefix(Self.madeUp)))
            let done = try await bench.broadcasts(through: channel).send(.hello())
            #expect(done.state == .done)
            #expect(done.tally.accepted == Self.count - Self.madeUp)
            #expect(done.tally.rejected == ["BadDeviceToken": Self.madeUp])
            #expect(channel.deliveries.count == Self.count)
            #expect(Set(channel.deliveries.map(\.token)) == Set(tokens))
        }
    }

    @Test("deletes no token before others have answered")
    func deletions() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(Self.count)
            let since = bench.moment.now + 60
            let dead = Set(tokens.prefix(120))
            let channel = ScriptedChannel { delivery in
                dead.contains(delivery.token) ? .gone(reason: "Unregistered", since: since) : .failed(.shutDown)
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            let id = try await broadcasts.create(.hello()).id
            await broadcasts.senders[id]?.value
            #expect(try await broadcasts.broadcast(id).tally == Tally())
            #expect(try await bench.registry.counts().all == Self.count)
        }
    }

    @Test("repeats nobody of those others when it is taken up by the next process")
    func restart() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(Self.count)
            let refusing = Self.refusing(tokens.prefix(Self.madeUp))
            // The first process ends when the walk has come past those who are made up.
            let first = ScriptedChannel { delivery in
                delivery.token == tokens[Self.madeUp + 400] ? .failed(.shutDown) : refusing(delivery)
            }
            let before = try await bench.broadcasts(through: first)
            let id = try await before.create(.hello()).id
            await before.senders[id]?.value
            await before.stop()
            let second = ScriptedChannel(refusing)
            let after = try await bench.broadcasts(through: second)
            await after.advance()
            let done = try await after.outcome(of: id)
            #expect(done.tally.accepted == Self.count - Self.madeUp)
            #expect(done.tally.rejected == ["BadDeviceToken": Self.madeUp])
            let reached = (first.deliveries + second.deliveries).map(\.token)
                .filter { tokens[Self.madeUp...].contains($0) }
            #expect(Set(reached).count == Self.count - Self.madeUp)
            // The one at whom the first process ended was sent to, and not accepted.
            #expect(reached.count <= Self.count - Self.madeUp + 1)
        }
    }

    @Test("keeps to its rate while it asks others")
    func rate() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(440)
            let clock = SteppedClock()
            let channel = ScriptedChannel(Self.refusing(tokens.prefix(40)))
            var draft = try Draft.hello()
            draft.ratePerSecond = 40
            let done = try await bench.broadcasts(through: channel, clock: clock).send(draft)
            #expect(done.tally.accepted == 400)
            #expect(channel.deliveries.count == 440)
            #expect(clock.now.offset >= .seconds(440 / 40 - 1))
        }
    }

    private static func refusing(_ tokens: some Sequence<DeviceToken>) -> Script {
        let tokens = Set(tokens)
        return { tokens.contains($0.token) ? .rejected(status: 400, reason: "BadDeviceToken") : .accepted }
    }
}
