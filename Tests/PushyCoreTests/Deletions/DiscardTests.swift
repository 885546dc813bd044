import PushyCore
import Testing

@Suite("A token that the owner discards")
struct DiscardTests {
    private let spent = KVBudget(plan: .free, overrides: [.deletes: 0, .writes: 1_000])

    @Test("is removed, and is absent the second time")
    func removed() async throws {
        try await Bench.run { bench in
            let token = try await bench.register(1)[0]
            #expect(try await bench.registry.discard(token) == .removed)
            #expect(try await bench.registry.discard(token) == .absent)
            #expect(try await bench.store.usage().spending[.deletes]?.used == 1)
        }
    }

    @Test("waits when the deletes are spent: no broadcast goes to it, and the next budget deletes it")
    func pending() async throws {
        let budget = KVBudget(plan: .free, overrides: [.deletes: 1, .writes: 1_000])
        try await Bench.run(budget: budget) { bench in
            let tokens = try await bench.register(3, environment: .sandbox)
            #expect(try await bench.registry.discard(tokens[0]) == .removed)
            #expect(try await bench.registry.discard(tokens[1]) == .pending)
            #expect(try await bench.registry.sheet(of: tokens[1])?.isPending == true)
            #expect(try await bench.registry.reach(of: Selection(.all, in: .sandbox)).recipients == 1)
            bench.moment.advance(by: 86_400)
            #expect(try await bench.registry.carryOutPendingDeletions() == 1)
            #expect(try await bench.registry.record(of: tokens[1]) == nil)
        }
    }

    @Test("stays when it registers again before that")
    func registeredAgain() async throws {
        try await Bench.run(budget: spent) { bench in
            let token = try await bench.register(1)[0]
            #expect(try await bench.registry.discard(token) == .pending)
            bench.moment.advance(by: 60)
            _ = try await bench.registry.register(token, pro: true, environment: .production)
            #expect(try await bench.registry.sheet(of: token)?.isPending == false)
            bench.moment.advance(by: 86_400)
            #expect(try await bench.registry.carryOutPendingDeletions() == 0)
            #expect(try await bench.registry.record(of: token) != nil)
        }
    }

    @Test("is refused when nobody could tell later whether it registered again")
    func unreadable() async throws {
        try await Bench.run(budget: spent) { bench in
            let token = try DeviceToken.numbered(1)
            let tokens = try await bench.store.namespace(titled: TokenRegistry.namespaceTitle)
            let key = try KeyName(token.hex)
            try await bench.store.commit { transaction throws(KVError) in
                try transaction.put(Array("nonsense".utf8), for: key, in: tokens)
            }
            await #expect(throws: KVError.self) { try await bench.registry.discard(token) }
        }
    }
}
