import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("The broadcasts")
struct BroadcastsTests {
    @Test("are listed newest first, page by page")
    func list() async throws {
        try await Bench.run { bench in
            let broadcasts = try await bench.broadcasts(through: ScriptedChannel())
            var created: [BroadcastID] = []
            for _ in 0..<5 {
                created.append(try await broadcasts.send(.hello()).id)
                bench.moment.advance(by: 1)
            }
            let first = try await broadcasts.page(limit: 3)
            let second = try await broadcasts.page(after: first.cursor, limit: 3)
            #expect((first.broadcasts + second.broadcasts).map(\.id) == created.reversed())
            #expect(second.cursor == nil)
        }
    }

    @Test("give the same broadcast for the same idempotency key, after a restart too")
    func idempotency() async throws {
        try await Bench.run { bench in
            try await bench.register(2)
            let channel = ScriptedChannel()
            let key = try IdempotencyKey("order 66")
            let before = try await bench.broadcasts(through: channel)
            let first = try await before.create(.hello(), idempotencyKey: key)
            _ = try await before.outcome(of: first.id)
            let after = try await bench.broadcasts(through: channel)
            let second = try await after.create(.hello(), idempotencyKey: key)
            #expect(second.id == first.id)
            #expect(channel.deliveries.count == 2)
        }
    }

    @Test("are the same for the same idempotency key in whatever order the members of the message come")
    func orderOfMembers() async throws {
        try await Bench.run { bench in
            let broadcasts = try await bench.broadcasts(through: ScriptedChannel())
            let key = try IdempotencyKey("order 66")
            let first: JSONObject = ["body": "Hello", "data": ["a": ["x": 1, "y": 2], "b": 3]]
            let again: JSONObject = ["data": ["b": 3, "a": ["y": 2, "x": 1]], "body": "Hello"]
            let id = try await broadcasts.create(Draft(first), idempotencyKey: key).id
            #expect(try await broadcasts.create(Draft(again), idempotencyKey: key).id == id)
            let other: JSONObject = ["body": "Hello", "data": ["a": ["x": 2, "y": 1], "b": 3]]
            await #expect(throws: BroadcastFailure.idempotencyKeyTaken(id)) {
                try await broadcasts.create(Draft(other), idempotencyKey: key)
            }
        }
    }

    @Test("refuse an idempotency key that comes again with another message")
    func idempotencyKeyTaken() async throws {
        try await Bench.run { bench in
            let broadcasts = try await bench.broadcasts(through: ScriptedChannel())
            let key = try IdempotencyKey("order 66")
            let first = try await broadcasts.create(.hello(), idempotencyKey: key)
            let other = try Draft.hello(to: .pro)
            await #expect(throws: BroadcastFailure.idempotencyKeyTaken(first.id)) {
                try await broadcasts.create(other, idempotencyKey: key)
            }
        }
    }

    @Test("wait for their time")
    func schedule() async throws {
        try await Bench.run { bench in
            try await bench.register(2)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            var draft = try Draft.hello()
            draft.scheduledAt = bench.moment.now + 3_600
            let scheduled = try await broadcasts.create(draft)
            #expect(scheduled.state == .scheduled)
            bench.moment.advance(by: 3_599)
            await broadcasts.advance()
            #expect(try await broadcasts.broadcast(scheduled.id).state == .scheduled)
            bench.moment.advance(by: 1)
            await broadcasts.advance()
            #expect(try await broadcasts.outcome(of: scheduled.id).tally.accepted == 2)
        }
    }

    @Test("that are cancelled before their time send nothing")
    func cancelled() async throws {
        try await Bench.run { bench in
            try await bench.register(2)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            var draft = try Draft.hello()
            draft.scheduledAt = bench.moment.now + 60
            let id = try await broadcasts.create(draft).id
            #expect(try await broadcasts.cancel(id).state == .cancelled)
            bench.moment.advance(by: 120)
            await broadcasts.advance()
            #expect(channel.deliveries.isEmpty)
            await #expect(throws: BroadcastFailure.wrongState(.cancelled, wanted: "resumed")) {
                try await broadcasts.resume(id)
            }
        }
    }

    @Test("that are cancelled while they run are so at once, and what was not sent is taken back")
    func cancelledWhileRunning() async throws {
        try await Bench.run { bench in
            try await bench.register(2_000)
            let gate = Gate()
            let channel = GatedChannel(gate)
            let broadcasts = try await bench.broadcasts(through: channel)
            let id = try await broadcasts.create(.hello()).id
            await gate.waitForArrival()
            #expect(try await broadcasts.cancel(id).state == .cancelled)
            await gate.open()
            await broadcasts.stop()
            #expect(try await broadcasts.broadcast(id).state == .cancelled)
            #expect(channel.tokens.count <= 100)
        }
    }

    @Test("that are cancelled and resumed at once stay cancelled once that was answered", arguments: 0..<20)
    func race(_: Int) async throws {
        try await Bench.run { bench in
            try await bench.register(300)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            var draft = try Draft.hello()
            draft.scheduledAt = bench.moment.now + 60
            let id = try await broadcasts.create(draft).id
            _ = try await broadcasts.pause(id)
            bench.moment.advance(by: 120)
            async let resuming = try? broadcasts.resume(id)
            async let cancelling = try? broadcasts.cancel(id)
            let (_, cancelled) = await (resuming, cancelling)
            #expect(cancelled?.state == .cancelled)
            await broadcasts.stop()
            #expect(try await broadcasts.broadcast(id).state == .cancelled)
        }
    }

    @Test("that a command has left in the store are all taken up, however many")
    func outbox() async throws {
        try await Bench.run { bench in
            try await bench.register(1)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            let moment = bench.moment
            let outbox = try await BroadcastOutbox(of: bench.registry, now: { moment.now })
            var ids: [BroadcastID] = []
            for _ in 0..<30 { ids.append(try await outbox.place(.hello()).id) }
            try await broadcasts.takeUp()
            for id in ids { #expect(try await broadcasts.outcome(of: id).state == .done) }
            #expect(channel.deliveries.count == 30)
        }
    }

    @Test("that are paused while they run go on where they were")
    func paused() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(2_000)
            let gate = Gate()
            let channel = GatedChannel(gate)
            let broadcasts = try await bench.broadcasts(through: channel)
            let id = try await broadcasts.create(.hello()).id
            await gate.waitForArrival()
            async let pausing = broadcasts.pause(id)
            await gate.open()
            let paused = try await pausing
            #expect(paused.state == .paused)
            #expect(paused.tally.accepted < 2_000)
            _ = try await broadcasts.resume(id)
            let done = try await broadcasts.outcome(of: id)
            #expect(done.tally.accepted == 2_000)
            #expect(channel.tokens.sorted { $0.hex < $1.hex } == tokens)
        }
    }

    @Test("that were cut off by the end of the process are taken up by the next, and nobody is left out")
    func restart() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(2_000)
            let gate = Gate()
            let first = GatedChannel(gate)
            let before = try await bench.broadcasts(through: first)
            let id = try await before.create(.hello()).id
            await gate.waitForArrival()
            async let stopping: Void = before.stop()
            await gate.open()
            await stopping
            let second = ScriptedChannel()
            let after = try await bench.broadcasts(through: second)
            await after.advance()
            let done = try await after.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 2_000)
            #expect(Set(first.tokens + second.deliveries.map(\.token)) == Set(tokens))
        }
    }

    @Test("whose channel was closed under them leave to the next process whom they did not reach")
    func cutOff() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(300)
            let closed = ScriptedChannel { delivery in
                delivery.token.hex < tokens[150].hex ? .accepted : .failed(.shutDown)
            }
            let before = try await bench.broadcasts(through: closed)
            let id = try await before.create(.hello()).id
            while await !before.senders.isEmpty { await Task.yield() }
            await before.stop()
            let second = ScriptedChannel()
            let after = try await bench.broadcasts(through: second)
            await after.advance()
            let done = try await after.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 300)
            #expect(done.tally.failed == [:])
            #expect(Set(tokens[150...]).isSubset(of: second.deliveries.map(\.token)))
        }
    }

    @Test("say what is missing where APNs is not configured")
    func notConfigured() async throws {
        try await Bench.run { bench in
            let failure = BroadcastFailure.notConfigured("Set PUSHY_APNS_TOPIC.")
            let moment = bench.moment
            let broadcasts = try await Broadcasts(
                registry: bench.registry,
                service: .failure(failure),
                now: { moment.now }
            )
            await #expect(throws: failure) { try await broadcasts.create(.hello()) }
        }
    }

    @Test("that nobody knows are unknown")
    func unknown() async throws {
        try await Bench.run { bench in
            let broadcasts = try await bench.broadcasts(through: ScriptedChannel())
            let id = BroadcastID(at: bench.moment.now)
            await #expect(throws: BroadcastFailure.unknown(id)) { try await broadcasts.broadcast(id) }
        }
    }
}
