import Foundation
import Testing

@testable import WorkersKV

@Suite("The demand for puts")
struct PutDemandTests {
    @Test("is told apart by five minutes, and holds what the budget refused as well")
    func fiveMinutes() async throws {
        let temporary = try await TemporaryStore(budget: KVBudget(overrides: [.writes: 2]))
        let binding = try await temporary.binding()
        try await binding.put([1], for: KeyName("a"))
        temporary.clock.advance(bySeconds: 299)
        try await binding.put([2], for: KeyName("a"))
        temporary.clock.advance(bySeconds: 3300)
        await #expect(throws: KVError.self) { try await binding.put([3], for: KeyName("a")) }
        await #expect(throws: KVError.self) { try await binding.put([1], for: KeyName("b")) }

        for isReopened in [false, true] {
            if isReopened { try await temporary.reopen() }
            let moment = temporary.clock.now
            let hour = try #require(try await temporary.store.hourTallies(from: moment, through: moment).first)
            #expect(hour.demand.count == 12)
            #expect(hour.demand[0] == PutDemand(new: 1, known: 1))
            #expect(hour.demand[11] == PutDemand(new: 1, known: 1))
            #expect(hour.demand[1...10].allSatisfy { $0 == PutDemand() })
            #expect(hour.writes == 2)
            #expect(hour.refused == 2)
        }
    }

    @Test("leaves out what is not counted, and what the rule of one write a second refuses")
    func uncounted() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        try await temporary.store.commit { try $0.put([1], for: KeyName("a"), in: binding.namespace, charge: .exempt) }
        await #expect(throws: KVError.self) { try await binding.put([2], for: KeyName("a")) }
        let moment = temporary.clock.now
        let hour = try #require(try await temporary.store.hourTallies(from: moment, through: moment).first)
        #expect(hour.demand.allSatisfy { $0 == PutDemand() })
    }
}
