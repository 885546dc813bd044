import Foundation
import Testing

@testable import PushyCore
@testable import WorkersKV

@Suite("The forecast")
struct ForecastTests {
    static let seeds: [UInt64] = [1, 2, 3]

    /// When the day's 1,000 writes are spent, in hours since the start, as it is foreseen so many hours after the start.
    private func exhaustion(
        _ app: SampledApp,
        after hours: Double,
        limit: Int = 1000,
        _ granularity: BudgetPeriod.Granularity = .day
    ) -> Double? {
        let trace = app.trace(after: hours)
        let period = BudgetPeriod(granularity, containing: trace.now)
        let begin = max(0, period.start.timeIntervalSince(SampledApp.start) / 3600)
        let spikes = SpikeRule(KVBudget(plan: granularity == .day ? .free : .paid)).spikes(in: trace)
        let remaining = max(0, limit - app.count(begin, hours))
        return Forecast(trace, spikes: spikes).moment(ofSpending: remaining, before: period.end, in: granularity)
            .map { $0.timeIntervalSince(SampledApp.start) / 3600 }
    }

    @Test("is silent all day while a rhythm of three quarters of the budget goes on", arguments: seeds)
    func rhythmThatFits(seed: UInt64) {
        let app = SampledApp(days: 11, seed: seed, [.daily(mean: 31)])
        for hour in stride(from: 240.5, to: 264, by: 1) { #expect(exhaustion(app, after: hour) == nil) }
    }

    @Test("sees in the quiet morning that the evening will spend the rest", arguments: seeds)
    func rhythmThatDoesNot(seed: UInt64) throws {
        let app = SampledApp(days: 11, seed: seed, [.daily(mean: 60)])
        let truth = (0..<24 * 12).map { 240 + Double($0) / 12 }.first { app.count(240, $0) >= 1000 }
        for hour in [246.0, 250, 253] {
            let foreseen = try #require(exhaustion(app, after: hour))
            #expect(abs(foreseen - (try #require(truth))) < 1.5)
        }
    }

    @Test("counts with a rollout going on at its rate", arguments: seeds)
    func rollout(seed: UInt64) throws {
        let app = SampledApp(days: 9, seed: seed, [.daily(mean: 8), .rollout(300, from: 200, through: 216)])
        let foreseen = try #require(exhaustion(app, after: 200.5))
        let truth = try #require((0..<192).map { 200 + Double($0) / 12 }.first { app.count(192, $0) >= 1000 })
        #expect(abs(foreseen - truth) < 1)
    }

    @Test("is silent again when the rollout is over", arguments: seeds)
    func over(seed: UInt64) {
        let app = SampledApp(days: 9, seed: seed, [.daily(mean: 8), .rollout(300, from: 200, through: 201)])
        #expect(exhaustion(app, after: 200.7) != nil)
        #expect(exhaustion(app, after: 202) == nil)
    }

    @Test("goes by the last hour on the first day", arguments: seeds)
    func firstDay(seed: UInt64) throws {
        #expect(exhaustion(SampledApp(days: 1, seed: seed, [.steady(20)]), after: 5) == nil)
        let foreseen = try #require(exhaustion(SampledApp(days: 1, seed: seed, [.steady(75)]), after: 5))
        #expect(abs(foreseen - 13.3) < 3)
    }

    @Test("looks to the end of the month on a plan by the month")
    func month() throws {
        let app = SampledApp(days: 12, seed: 1, [.daily(mean: 100)])
        #expect(exhaustion(app, after: 240, limit: 1_000_000, .month) == nil)
        let foreseen = try #require(exhaustion(app, after: 240, limit: 48_000, .month))
        #expect(abs(foreseen - 480) < 10)
    }

    @Test("of a spent budget is the moment itself")
    func spent() {
        let trace = SampledApp(days: 1, seed: 1, [.steady(20)]).trace(after: 5)
        let forecast = Forecast(trace, spikes: [])
        #expect(forecast.moment(ofSpending: 0, before: trace.now + 3600, in: .day) == trace.now)
    }

    @Test("has nothing to say where nothing was ever written")
    func nothing() {
        let forecast = Forecast(DemandTrace([], now: SampledApp.start), spikes: [])
        #expect(forecast.moment(ofSpending: 10, before: SampledApp.start + 86_400, in: .day) == nil)
    }
}
