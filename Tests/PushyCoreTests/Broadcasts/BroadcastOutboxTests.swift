import PushyCore
import Testing

@Suite("The outbox")
struct BroadcastOutboxTests {
    @Test("holds a broadcast until the process that sends takes it up, once")
    func takenUp() async throws {
        try await Bench.run { bench in
            try await bench.register(3)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            let outbox = try await BroadcastOutbox(of: bench.registry, now: { bench.moment.now })

            let placed = try await outbox.place(.hello())
            #expect(placed.state == .queued)
            #expect(placed.recipients == 3)
            #expect(channel.deliveries.isEmpty)

            try await broadcasts.takeUp()
            #expect(try await broadcasts.outcome(of: placed.id).state == .done)
            try await broadcasts.takeUp()
            #expect(channel.deliveries.count == 3)
            #expect(try await outbox.broadcast(placed.id)?.tally.accepted == 3)
            await broadcasts.stop()
        }
    }

    @Test("is not where the process finds what it created itself")
    func ownBroadcasts() async throws {
        try await Bench.run { bench in
            try await bench.register(3)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            _ = try await broadcasts.send(.hello())
            try await broadcasts.takeUp()
            await broadcasts.stop()
            #expect(channel.deliveries.count == 3)
        }
    }
}
