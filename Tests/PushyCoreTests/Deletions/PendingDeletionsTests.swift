import APNs
import Foundation
import Testing
import WorkersKV

@testable import PushyCore

@Suite("Deletions beyond the day's budget")
struct PendingDeletionsTests {
    @Test("wait, are skipped by the next broadcast, and are carried out after the reset")
    func pending() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.deletes: 2, .writes: 1_000])) { bench in
            try await bench.register(100)
            let moment = bench.moment
            let dead = Set(try (0..<5).map { try DeviceToken.numbered($0) })
            let channel = ScriptedChannel { delivery in
                dead.contains(delivery.token)
                    ? .gone(reason: "Unregistered", since: moment.now + 60) : .accepted
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            let first = try await broadcasts.send(.hello())
            #expect(first.tally.removed == 2)
            #expect(first.tally.pending == 3)
            #expect(try await broadcasts.send(.hello()).recipients == 95)
            #expect(try await bench.registry.carryOutPendingDeletions() == 0)
            moment.advance(by: 86_400)
            #expect(try await bench.registry.carryOutPendingDeletions() == 2)
            moment.advance(by: 86_400)
            #expect(try await bench.registry.carryOutPendingDeletions() == 1)
            #expect(try await bench.registry.counts().all == 95)
        }
    }

    @Test("leave a quarter of the day's deletes to people who opt out, however many dead tokens a broadcast finds")
    func optingOut() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.deletes: 8, .writes: 1_000])) { bench in
            let tokens = try await bench.register(100)
            let moment = bench.moment
            let dead = Set(tokens[..<20])
            let broadcasts = try await bench.broadcasts(
                through: ScriptedChannel { delivery in
                    dead.contains(delivery.token) ? .gone(reason: "Unregistered", since: moment.now + 60) : .accepted
                }
            )
            let done = try await broadcasts.send(.hello())
            #expect((done.tally.removed, done.tally.pending) == (6, 14))
            #expect(try await bench.registry.remove(tokens[99]) == .removed)
            #expect(try await bench.registry.remove(tokens[98]) == .removed)
            await #expect(throws: KVError.self) { try await bench.registry.remove(tokens[97]) }
        }
    }

    @Test("are forgotten for a token that is registered again, with a change or without", arguments: [true, false])
    func registeredAgain(pro: Bool) async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.deletes: 0, .writes: 1_000])) { bench in
            try await bench.register(50)
            let token = try DeviceToken.numbered(0)
            let moment = bench.moment
            let channel = ScriptedChannel { delivery in
                delivery.token == token ? .gone(reason: "Unregistered", since: moment.now + 60) : .accepted
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            #expect(try await broadcasts.send(.hello()).tally.pending == 1)
            moment.advance(by: 120)
            #expect(try await bench.registry.register(token, pro: pro, environment: .production) == .updated)
            #expect(try await bench.registry.record(of: token)?.registered == moment.now)
            #expect(try await bench.registry.reach(of: Selection(.all, in: .production)).recipients == 50)
        }
    }

    @Test("are forgotten for a token that is written or deleted past the registry", arguments: [true, false])
    func writtenElsewhere(puts: Bool) async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.deletes: 0, .writes: 1_000])) { bench in
            try await bench.register(50)
            let token = try DeviceToken.numbered(0)
            let moment = bench.moment
            let channel = ScriptedChannel { delivery in
                delivery.token == token ? .gone(reason: "Unregistered", since: moment.now + 60) : .accepted
            }
            let broadcasts = try await bench.broadcasts(through: channel)
            #expect(try await broadcasts.send(.hello()).tally.pending == 1)
            #expect(try await bench.registry.reach(of: Selection(.all, in: .production)).recipients == 49)

            moment.advance(by: 86_400)
            let key = try KeyName(token.hex)
            let record = try #require(try await bench.registry.record(of: token)).bytes
            try await bench.store.commit { [tokens = bench.registry.tokens] transaction in
                if !puts { try transaction.delete(key, in: tokens, charge: .exempt) }
                try transaction.put(record, for: key, in: tokens, charge: .exempt)
            }
            #expect(try await bench.registry.reach(of: Selection(.all, in: .production)).recipients == 50)
            #expect(try await bench.registry.carryOutPendingDeletions() == 0)
            #expect(try await bench.registry.record(of: token) != nil)
        }
    }

    @Test("are carried out oldest first, and leave a quarter of the budget to others until its last hour")
    func reserve() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.deletes: 8, .writes: 1_000])) { bench in
            let tokens = try await bench.register(20)
            let moment = bench.moment
            let firstDead = Set(tokens[10..<14])
            let allDead = firstDead.union(tokens[..<10])
            let secondMinute = moment.now + 60
            let broadcasts = try await bench.broadcasts(
                through: ScriptedChannel { delivery in
                    let dead = moment.now < secondMinute ? firstDead : allDead
                    return dead.contains(delivery.token)
                        ? .gone(reason: "Unregistered", since: moment.now + 60) : .accepted
                }
            )
            try await bench.spendDeletes(8)
            #expect(try await broadcasts.send(.hello()).tally.pending == 4)
            moment.advance(by: 60)
            #expect(try await broadcasts.send(.hello()).tally.pending == 10)

            moment.advance(by: 86_400)
            #expect(try await bench.registry.carryOutPendingDeletions() == 6)
            #expect(try await bench.registry.carryOutPendingDeletions() == 0)
            for token in firstDead { #expect(try await bench.registry.record(of: token) == nil) }
            #expect(try await bench.registry.remove(tokens[19]) == .removed)
            // From 05:01 to 23:01.
            moment.advance(by: 18 * 3600)
            #expect(try await bench.registry.carryOutPendingDeletions() == 1)
            let deletes = try #require(try await bench.store.usage().spending[.deletes])
            #expect(deletes.used == 8 && deletes.refused == 0)
        }
    }
}

extension Bench {
    fileprivate func spendDeletes(_ count: Int) async throws {
        let another = try await store.namespace(titled: "another")
        try await store.commit { transaction in
            for _ in 0..<count { try transaction.delete(KeyName("key"), in: another) }
        }
    }
}
