import Foundation
import Testing
import WorkersKV

@Suite("A budget's period")
struct BudgetPeriodTests {
    static let days: [(String, String, String)] = [
        ("2026-11-30T23:59:59Z", "2026-11-30", "2026-11"),
        ("2026-12-01T00:00:00Z", "2026-12-01", "2026-12"),
        ("2024-02-29T12:00:00Z", "2024-02-29", "2024-02"),
        ("2000-02-29T00:00:00Z", "2000-02-29", "2000-02"),
        ("2100-03-01T00:00:00Z", "2100-03-01", "2100-03"),
        ("1970-01-01T00:00:00Z", "1970-01-01", "1970-01"),
        ("1969-12-31T23:00:00Z", "1969-12-31", "1969-12"),
    ]

    @Test("is the UTC day or month of a moment", arguments: days)
    func containing(moment: String, day: String, month: String) throws {
        let date = try Date(moment, strategy: .iso8601)
        #expect(BudgetPeriod(.day, containing: date).description == day)
        #expect(BudgetPeriod(.month, containing: date).description == month)
    }

    @Test("begins and ends at 00:00 UTC")
    func bounds() throws {
        let date = try Date("2026-11-30T23:59:59Z", strategy: .iso8601)
        #expect(BudgetPeriod(.day, containing: date).end == (try Date("2026-12-01T00:00:00Z", strategy: .iso8601)))
        #expect(BudgetPeriod(.month, containing: date).start == (try Date("2026-11-01T00:00:00Z", strategy: .iso8601)))
        #expect(BudgetPeriod(.month, containing: date).end == (try Date("2026-12-01T00:00:00Z", strategy: .iso8601)))
    }

    @Test("has each day of eight hundred years once")
    func everyDay() {
        var former = BudgetPeriod(.day, index: -200_001).description
        for index in -200_000...100_000 {
            let period = BudgetPeriod(.day, index: index)
            #expect(BudgetPeriod(.day, containing: period.start) == period)
            #expect(former < period.description)
            former = period.description
        }
    }
}
