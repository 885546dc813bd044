import APNs
import Testing
import WorkersKV

@testable import PushyCore

@Suite("What a broadcast would cost on Workers")
struct WorkersCostTests {
    @Test(
        "is a list for each thousand keys and a read for each key",
        arguments: [(0, 1), (1, 1), (1000, 1), (1001, 2)]
    )
    func amounts(keyCount: Int, lists: Int) {
        let cost = WorkersCost(keyCount: keyCount, used: [:])
        #expect(cost.lists == lists)
        #expect(cost.reads == keyCount)
        #expect(cost.fitsFreeDay)
    }

    @Test("fits a free day as far as its rest goes")
    func rest() {
        #expect(WorkersCost(keyCount: 100_000, used: [:]).fitsFreeDay)
        #expect(!WorkersCost(keyCount: 100_001, used: [:]).fitsFreeDay)
        #expect(!WorkersCost(keyCount: 100_000, used: [.reads: 1]).fitsFreeDay)
        #expect(!WorkersCost(keyCount: 1001, used: [.lists: 999]).fitsFreeDay)
        #expect(
            WorkersCost(keyCount: 200_000, used: [.reads: 40_000]).description
                == "On Workers this would take 200 lists and 200,000 reads, and a free day has 1,000 lists and 60,000 reads left."
        )
    }

    @Test("is measured against what this day has used, on a plan by the month as well")
    func today() async throws {
        try await Bench.run(budget: KVBudget(plan: .paid)) { bench in
            let quota = Quota(store: bench.store, now: { [moment = bench.moment] in moment.now })
            try await bench.store.charge(.reads, 30_000)
            bench.moment.advance(by: 86_400)
            try await bench.store.charge(.reads, 20_000)
            let cost = try #require(try await quota.workersCost(of: Reach(recipients: 500, keys: 80_000)))
            #expect(cost.readsLeft == 80_000)
            #expect(cost.fitsFreeDay)
            #expect(cost.json == ["lists": 80, "reads": 80_000, "fitsFreeDay": true])
        }
    }
}
