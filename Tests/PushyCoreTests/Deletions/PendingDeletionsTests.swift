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
            #expect(try await bench.registry.recipientCount(of: Selection(.all, in: .production)) == 50)
        }
    }
}
