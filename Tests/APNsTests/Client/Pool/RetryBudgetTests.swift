import HTTP2
import Testing

@testable import APNs

@Suite("The budget for retries")
struct RetryBudgetTests {
    let start = MonotonicTime(nanoseconds: 0)

    @Test("has a hundred to begin with, and ten a second")
    func trickle() {
        var budget = RetryBudget(now: start)
        #expect(taken(from: &budget, at: start) == 100)
        #expect(taken(from: &budget, at: start.advanced(by: .seconds(2))) == 20)
    }

    @Test("earns a fifth of what is sent anyway, and saves no more than a thousand")
    func share() {
        var budget = RetryBudget(now: start)
        _ = taken(from: &budget, at: start)
        budget.countAttempts(500)
        #expect(taken(from: &budget, at: start) == 100)
        budget.countAttempts(1_000_000)
        #expect(taken(from: &budget, at: start) == 1000)
    }

    private func taken(from budget: inout RetryBudget, at moment: MonotonicTime) -> Int {
        var count = 0
        while budget.take(now: moment) { count += 1 }
        return count
    }
}
