import APNs
import Foundation
import Synchronization
import Testing
import WorkersKV

@testable import PushyCore

@Suite("A broadcast")
struct SenderTests {
    @Test("reaches each device of its audience and environment once, and no other")
    func audience() async throws {
        try await Bench.run { bench in
            let chosen = try await bench.register(700, from: 0, pro: true, environment: .production)
            let unnamed = try await bench.register(5, from: 1_000, pro: true, environment: nil)
            try await bench.register(50, from: 2_000, pro: false, environment: .production)
            try await bench.register(50, from: 3_000, pro: true, environment: .sandbox)
            let channel = ScriptedChannel()
            let broadcast = try await bench.broadcasts(through: channel).send(.hello(to: .pro))
            #expect(broadcast.state == .done)
            #expect(broadcast.recipients == 705)
            #expect(broadcast.tally.accepted == 705)
            #expect(channel.deliveries.map(\.token.hex).sorted() == (chosen + unnamed).map(\.hex).sorted())
        }
    }

    @Test("waits where APNs answers none of a few, loses nobody, and goes on by itself")
    func silence() async throws {
        try await Bench.run { bench in
            try await bench.register(5)
            let isSilent = Mutex(true)
            let channel = ScriptedChannel { _ in
                isSilent.withLock { $0 } ? .failed(.deadline(.seconds(20))) : .accepted
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            let paused = try await broadcasts.send(.hello())
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("20000 ms") == true)
            #expect(paused.tally.total == 0)
            await broadcasts.senders[paused.id]?.value
            isSilent.withLock { $0 = false }
            bench.moment.advance(by: Broadcast.retryInterval)
            await broadcasts.advance()
            await broadcasts.senders[paused.id]?.value
            let done = try await broadcasts.broadcast(paused.id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 5)
        }
    }

    @Test("counts a few that got no answer as failed where others did")
    func silentDevices() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(5)
            let channel = ScriptedChannel { delivery in
                delivery.token == tokens[4]
                    ? .rejected(status: 400, reason: "BadDeviceToken")
                    : .failed(.deadline(.seconds(20)))
            }
            let done = try await bench.broadcasts(through: channel).send(.hello())
            #expect(done.state == .done)
            #expect(done.tally.failed == ["DeadlineExceeded": 4])
        }
    }

    @Test("to nobody is done at once")
    func nobody() async throws {
        try await Bench.run { bench in
            let broadcast = try await bench.broadcasts(through: ScriptedChannel()).send(.hello())
            #expect(broadcast.state == .done)
            #expect(broadcast.tally == Tally())
        }
    }

    @Test("deletes the tokens that are gone, counts them, and finds none the second time")
    func gone() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(200)
            let dead = Set(tokens.prefix(6))
            let since = bench.moment.now + 60
            let channel = ScriptedChannel { delivery in
                dead.contains(delivery.token) ? .gone(reason: "Unregistered", since: since) : .accepted
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            let first = try await broadcasts.send(.hello())
            #expect(first.tally.removed == 6)
            #expect(first.tally.accepted == 194)
            #expect(try await bench.registry.counts().all == 194)
            let second = try await broadcasts.send(.hello())
            #expect(second.tally.removed == 0)
            #expect(second.recipients == 194)
        }
    }

    @Test("keeps a gone token that was registered again since")
    func registeredAgain() async throws {
        try await Bench.run { bench in
            try await bench.register(1)
            let since = bench.moment.now - 60
            let channel = ScriptedChannel { _ in .gone(reason: "Unregistered", since: since) }
            let broadcast = try await bench.broadcasts(through: channel).send(.hello())
            #expect(broadcast.tally.kept == 1)
            #expect(try await bench.registry.counts().all == 1)
        }
    }

    @Test("takes a 410 that names no moment to speak of the time when it was sent")
    func undated() async throws {
        try await Bench.run { bench in
            try await bench.register(1)
            let channel = ScriptedChannel { _ in .gone(reason: "Unregistered", since: nil) }
            let broadcasts = try await bench.broadcasts(through: channel)
            #expect(try await broadcasts.send(.hello()).tally.kept == 1)
            bench.moment.advance(by: 60)
            #expect(try await broadcasts.send(.hello()).tally.removed == 1)
        }
    }

    @Test("keeps an unnamed token that the sandbox host calls gone")
    func sandbox() async throws {
        try await Bench.run { bench in
            try await bench.register(1, environment: nil)
            let since = bench.moment.now + 60
            let channel = ScriptedChannel { _ in .gone(reason: "Unregistered", since: since) }
            let broadcast = try await bench.broadcasts(through: channel).send(.hello(in: .sandbox))
            #expect(broadcast.tally.kept == 1)
            #expect(try await bench.registry.counts().all == 1)
        }
    }

    @Test("stops after the first page and a sample when all are refused alike, says why, and deletes nothing")
    func misconfigured() async throws {
        try await Bench.run { bench in
            try await bench.register(1_000)
            let since = bench.moment.now + 60
            let channel = ScriptedChannel { _ in .gone(reason: "Unregistered", since: since) }
            let broadcast = try await bench.broadcasts(through: channel).send(.hello())
            #expect(broadcast.state == .stopped)
            #expect(broadcast.why?.contains("other environment") == true)
            #expect(broadcast.unsettled.kept == 200)
            #expect(Set(channel.deliveries.map(\.token)).count == 200)
            #expect(channel.deliveries.count == 200)
            #expect(try await bench.registry.counts().all == 1_000)
        }
    }

    @Test("that was stopped for a wrong key reaches everyone once it is mended and resumed")
    func mended() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(150)
            let refusing = ScriptedChannel { _ in .rejected(status: 403, reason: "InvalidProviderToken") }
            let stopped = try await bench.broadcasts(through: refusing).send(.hello())
            #expect(stopped.state == .stopped)
            let mended = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: mended)
            _ = try await broadcasts.resume(stopped.id)
            let done = try await broadcasts.outcome(of: stopped.id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 150)
            #expect(done.unsettled == Tally())
            #expect(mended.deliveries.map(\.token) == tokens)
        }
    }

    @Test("pauses while APNs cannot be reached, and goes on by itself", arguments: [1, 300])
    func outage(count: Int) async throws {
        try await Bench.run { bench in
            try await bench.register(count)
            let back = bench.moment.now + 20
            let moment = bench.moment
            let channel = ScriptedChannel { _ in
                moment.now < back ? .unserved(.notReachable("No route to APNs.")) : .accepted
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            let paused = try await broadcasts.send(.hello())
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("No route to APNs.") == true)
            bench.moment.advance(by: Broadcast.retryInterval)
            await broadcasts.advance()
            for await broadcast in try await broadcasts.updates(of: paused.id) where broadcast.state.isOver {
                #expect(broadcast.tally.accepted == count)
                #expect(broadcast.tally.failed == [:])
            }
        }
    }

    @Test(
        "counts devices that break the connection as failed, even where a page holds nobody else",
        arguments: [1, 30]
    )
    func poison(count: Int) async throws {
        try await Bench.run { bench in
            try await bench.register(count)
            let channel = ScriptedChannel { _ in .failed(.connectionLost("The connection broke.")) }
            let broadcast = try await bench.broadcasts(through: channel).send(.hello())
            #expect(broadcast.state == .done)
            #expect(broadcast.tally.failed == ["ConnectionLost": count])
        }
    }

    @Test("goes on after an outage with those whom it kept waiting, and repeats nobody before them")
    func outageInAPage() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(100)
            let cut = ScriptedChannel { delivery in
                delivery.token.hex < tokens[40].hex
                    ? .accepted : .unserved(.unavailable(status: 503, reason: "ServiceUnavailable"))
            }
            let paused = try await bench.broadcasts(through: cut).send(.hello())
            #expect(paused.state == .paused)
            #expect(paused.tally.accepted == 40)
            let mended = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: mended)
            _ = try await broadcasts.resume(paused.id)
            let done = try await broadcasts.outcome(of: paused.id)
            #expect(done.tally.accepted == 100)
            #expect(done.tally.failed == [:])
            #expect(mended.deliveries.map(\.token) == Array(tokens[40...]))
        }
    }

    @Test("repeats nobody who was accepted, on whichever side of those whom an outage kept waiting")
    func outageAmongAccepted() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(1_000)
            let cut = ScriptedChannel { delivery in
                delivery.token == tokens[540]
                    ? .unserved(.unavailable(status: 503, reason: "ServiceUnavailable")) : .accepted
            }
            let paused = try await bench.broadcasts(through: cut).send(.hello())
            #expect(paused.state == .paused)
            let mended = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: mended)
            _ = try await broadcasts.resume(paused.id)
            #expect(try await broadcasts.outcome(of: paused.id).tally.accepted == 1_000)
            let reached = cut.deliveries.map(\.token).filter { $0 != tokens[540] } + mended.deliveries.map(\.token)
            #expect(reached.count == 1_000)
            #expect(Set(reached) == Set(tokens))
        }
    }

    @Test("stops when the key is revoked in its midst, and reaches those who were refused once it is mended")
    func revoked() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(1_000)
            let revoking = ScriptedChannel { delivery in
                delivery.token.hex < tokens[500].hex
                    ? .accepted : .rejected(status: 403, reason: "InvalidProviderToken")
            }
            let stopped = try await bench.broadcasts(through: revoking).send(.hello())
            #expect(stopped.state == .stopped)
            #expect(stopped.why?.contains("InvalidProviderToken") == true)
            #expect(stopped.tally.rejected == [:])
            let mended = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: mended)
            _ = try await broadcasts.resume(stopped.id)
            let done = try await broadcasts.outcome(of: stopped.id)
            #expect(done.tally.accepted == 1_000)
        }
    }

    @Test("rejects the 410 of a forwarder, which says nothing of the token")
    func foreignGone() async throws {
        try await Bench.run { bench in
            try await bench.register(1)
            bench.moment.advance(by: 60)
            let channel = ScriptedChannel { _ in .gone(reason: "Gone", since: nil) }
            let broadcast = try await bench.broadcasts(through: channel).send(.hello())
            #expect(broadcast.tally.rejected == ["Gone": 1])
            #expect(try await bench.registry.counts().all == 1)
        }
    }

    @Test("pauses while the store cannot write, and goes on by itself once there is room")
    func diskFull() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(1_000)
            let engine = bench.engine
            // The disk fills when the walk has come half way.
            let channel = ScriptedChannel { delivery in
                if delivery.token == tokens[500] { engine.setFull(true) }
                return .accepted
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            let paused = try await broadcasts.send(.hello())
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("The disk is full.") == true)
            #expect(paused.tally.accepted < 1_000)
            engine.setFull(false)
            bench.moment.advance(by: Broadcast.retryInterval)
            let again = ScriptedChannel()
            let next = try await bench.broadcasts(through: again)
            await next.advance()
            let done = try await next.outcome(of: paused.id)
            #expect(done.tally.accepted == 1_000)
            #expect(Set(channel.deliveries.map(\.token) + again.deliveries.map(\.token)) == Set(tokens))
        }
    }

    @Test("to one device that is a trial is failed at once where APNs cannot be reached")
    func trial() async throws {
        try await Bench.run { bench in
            var draft = try Draft.hello()
            draft.token = try DeviceToken.numbered(1)
            let channel = ScriptedChannel { _ in .unserved(.notReachable("No route to APNs.")) }
            let broadcast = try await bench.broadcasts(through: channel).send(draft)
            #expect(broadcast.state == .done)
            #expect(broadcast.tally.failed == ["NotReachable": 1])
        }
    }

    @Test("is charged a list for each thousand keys and a read for each")
    func cost() async throws {
        try await Bench.run { bench in
            try await bench.register(1_500)
            let before = try await bench.store.usage().spending
            _ = try await bench.broadcasts(through: ScriptedChannel()).send(.hello())
            let after = try await bench.store.usage().spending
            #expect((after[.lists]?.used ?? 0) - (before[.lists]?.used ?? 0) == 2)
            #expect((after[.reads]?.used ?? 0) - (before[.reads]?.used ?? 0) == 1_500)
        }
    }

    @Test("passes over the devices of other services, and is charged for no more of them than a page")
    func strangers() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            // Those of FCM stand between the second and the third of these.
            let tokens = try ["00", "fcff", "fd", "ff"].map { start in
                try DeviceToken(start + String(repeating: "0", count: 64 - start.count))
            }
            for token in tokens { _ = try await bench.registry.register(token, pro: true, environment: nil) }
            for number in 0..<150 { _ = try await devices.register(.made(number, on: .android)) }
            let before = try await bench.store.usage().spending
            let channel = ScriptedChannel()
            let done = try await bench.broadcasts(through: channel).send(.hello())
            #expect(done.tally.accepted == 4)
            #expect(channel.deliveries.map(\.token) == tokens)
            let after = try await bench.store.usage().spending
            #expect((after[.lists]?.used ?? 0) - (before[.lists]?.used ?? 0) == 2)
            #expect((after[.reads]?.used ?? 0) - (before[.reads]?.used ?? 0) == 102)
        }
    }

    @Test("stops when lists are spent and told to refuse, settles what was sent, and repeats nobody the next day")
    func spentLists() async throws {
        let budget = KVBudget(overrides: [.writes: 2_000, .lists: 1], enforced: [.writes, .deletes, .reads, .lists])
        try await Bench.run(budget: budget) { bench in
            let tokens = try await bench.register(1_200)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            let stopped = try await broadcasts.send(.hello())
            #expect(stopped.state == .stopped)
            #expect(stopped.why?.hasPrefix("KV list() limit exceeded for the day. Resume it") == true)
            #expect(stopped.tally.accepted > 0 && stopped.tally.accepted == channel.deliveries.count)
            bench.moment.advance(by: 86_400)
            _ = try await broadcasts.resume(stopped.id)
            #expect(try await broadcasts.outcome(of: stopped.id).tally.accepted == 1_200)
            #expect(channel.deliveries.map(\.token) == tokens)
        }
    }

    @Test("gives a repeat to a device the same apns-id, and another broadcast another")
    func ids() async throws {
        try await Bench.run { bench in
            try await bench.register(1)
            let channel = ScriptedChannel()
            let broadcasts = try await bench.broadcasts(through: channel)
            let first = try await broadcasts.send(.hello())
            bench.moment.advance(by: 1)
            _ = try await broadcasts.send(.hello())
            let token = try DeviceToken.numbered(0)
            #expect(channel.deliveries[0].id == APNsID(broadcast: first.id.text, token: token))
            #expect(channel.deliveries[0].id != channel.deliveries[1].id)
        }
    }

    @Test("to one device reaches it whether it is registered or not")
    func oneDevice() async throws {
        try await Bench.run { bench in
            try await bench.register(3)
            var draft = try Draft.hello()
            draft.token = try DeviceToken.numbered(99)
            let channel = ScriptedChannel()
            let broadcast = try await bench.broadcasts(through: channel).send(draft)
            #expect(broadcast.recipients == 1)
            #expect(channel.deliveries.map(\.token) == [try DeviceToken.numbered(99)])
        }
    }
}
