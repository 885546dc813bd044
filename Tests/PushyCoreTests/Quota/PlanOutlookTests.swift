import PushyCore
import Testing

@Suite("What the last 30 days would have come to on each plan")
struct PlanOutlookTests {
    @Test("counts what was refused, and the days beyond the free plan")
    func beyond() async throws {
        try await Bench.run(budget: KVBudget(plan: .free)) { bench in
            for number in 0..<1_003 {
                _ = try? await bench.registry.register(.numbered(number), pro: true, environment: nil)
            }
            let report = try await Quota(store: bench.store, now: { [moment = bench.moment] in moment.now }).report()
            #expect(
                report.outlook
                    == PlanOutlook(writes: 1_000, refused: 3, daysBeyondFree: 1, paidDollars: PaidPlanCost.base)
            )
        }
    }

    @Test("is nothing but the plan's price for an app that is quiet")
    func quiet() async throws {
        try await Bench.run { bench in
            try await bench.register(3)
            let report = try await Quota(store: bench.store, now: { [moment = bench.moment] in moment.now }).report()
            #expect(report.outlook == PlanOutlook(writes: 3, refused: 0, daysBeyondFree: 0, paidDollars: 5))
        }
    }
}
