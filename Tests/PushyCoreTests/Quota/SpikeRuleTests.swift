import Foundation
import Testing

@testable import PushyCore
@testable import WorkersKV

@Suite("A spike")
struct SpikeRuleTests {
    static let seeds: [UInt64] = [1, 2, 3]
    static let paid = KVBudget(plan: .paid)

    // MARK: What is none

    @Test("is not seen on a steady app", arguments: [0.1, 1, 5, 15, 30, 40], seeds)
    func steady(perHour: Double, seed: UInt64) {
        #expect(SampledApp(days: 21, seed: seed, [.steady(perHour)]).spikes(after: 21 * 24) == [])
    }

    @Test("is not seen on a large steady app on the paid plan", arguments: [100.0, 400, 1300], [1, 2, 3] as [UInt64])
    func steadyAndLarge(perHour: Double, seed: UInt64) {
        #expect(SampledApp(days: 14, seed: seed, [.steady(perHour)]).spikes(after: 14 * 24, on: Self.paid) == [])
    }

    @Test("is not seen in a daily rhythm", arguments: [0.5, 4, 12, 25, 35], seeds)
    func dailyRhythm(mean: Double, seed: UInt64) {
        #expect(SampledApp(days: 21, seed: seed, [.daily(mean: mean)]).spikes(after: 21 * 24) == [])
    }

    @Test("is not seen in the daily rhythm of a large app", arguments: [100.0, 400, 1000], [1, 2, 3] as [UInt64])
    func dailyRhythmOfMany(mean: Double, seed: UInt64) {
        #expect(SampledApp(days: 14, seed: seed, [.daily(mean: mean)]).spikes(after: 14 * 24, on: Self.paid) == [])
    }

    @Test("is not seen in busy weekends", arguments: [3.0, 15, 30], seeds)
    func weekends(mean: Double, seed: UInt64) {
        #expect(SampledApp(days: 21, seed: seed, [.weekly(mean: mean)]).spikes(after: 21 * 24) == [])
    }

    @Test("is not seen on a quiet app whose two writes an hour become six", arguments: seeds)
    func tiny(seed: UInt64) {
        let app = SampledApp(days: 10, seed: seed, [.steady(2), .rollout(4, from: 170, through: 220)])
        #expect(app.spikes(after: 240) == [])
    }

    @Test("is not seen in the first day of an app that the budget bears", arguments: [1.0, 10, 30], seeds)
    func gentleFirstDay(mean: Double, seed: UInt64) {
        let app = SampledApp(days: 1, seed: seed, [.daily(mean: mean)])
        for hour in 1...24 { #expect(app.spikes(after: Double(hour)) == []) }
    }

    // MARK: Rollouts

    @Test("shows within five minutes when a rollout begins, at any minute of the hour", arguments: [0.5, 5, 20], seeds)
    func firstMinutes(usual: Double, seed: UInt64) throws {
        let begin = 200 + Double(seed) / 6
        let app = SampledApp(days: 9, seed: seed, [.daily(mean: usual), .rollout(900, from: begin, through: 210)])
        #expect(app.spikes(after: begin) == [])
        let spike = try #require(app.spikes(after: begin + 5 / 60).first)
        #expect(spike.kind == .rollout)
        #expect(spike.isOngoing)
        #expect(abs(spike.from.timeIntervalSince(SampledApp.start + begin * 3600)) <= 600)
    }

    @Test("of an hour's rollout ends with it, and has its writes", arguments: [300.0, 600, 3000], seeds)
    func hourlyRollout(perHour: Double, seed: UInt64) throws {
        let app = SampledApp(days: 10, seed: seed, [.daily(mean: 6), .rollout(perHour, from: 204, through: 205)])
        let end = SampledApp.start + 205 * 3600
        let running = try #require(app.spikes(after: 204.9).last)
        #expect(running.isOngoing)

        let spikes = app.spikes(after: 206)
        #expect(spikes.count == 1)
        let spike = try #require(spikes.first)
        #expect(!spike.isOngoing)
        #expect(spike.kind == .rollout)
        #expect(abs(spike.to.timeIntervalSince(end)) <= 600)
        #expect(abs(spike.writes - app.count(204, 205)) <= 10 + spike.writes / 10)
        #expect(spike.baseline < 20)
        #expect(app.spikes(after: 240) == spikes)
    }

    @Test("shows on the first day as well, when there is nothing to compare with", arguments: seeds)
    func firstDay(seed: UInt64) throws {
        let app = SampledApp(days: 1, seed: seed, [.rollout(600, from: 9, through: 14)])
        let spike = try #require(app.spikes(after: 9 + 6 / 60).first)
        #expect(spike.kind == .rollout)
        #expect(spike.baseline == 0)
        #expect(app.spikes(after: 15).map(\.isOngoing) == [false])
    }

    @Test("shows on the first day when it is slow, and in the middle of an hour", arguments: seeds)
    func slowFirstDay(seed: UInt64) {
        let app = SampledApp(days: 1, seed: seed, [.rollout(130, from: 9.5, through: 20)])
        #expect(app.spikes(after: 10.5).map(\.isOngoing) == [true])
    }

    @Test("comes with each day of a phased release that is more than the budget", arguments: [10_000.0, 40_000], seeds)
    func weeklyRollout(users: Double, seed: UInt64) {
        let first = 10.0 * 24
        let app = SampledApp(days: 32, seed: seed, [.daily(mean: 5), .phasedRelease(users: users, from: first)])
        let spikes = app.spikes(after: 32 * 24)
        #expect(spikes.allSatisfy { $0.kind == .rollout && !$0.isOngoing })
        #expect(spikes.allSatisfy { $0.from >= SampledApp.start + first * 3600 })
        // Until the release has reached everybody, and the day after.
        for day in 0...7 {
            let hour = first + 24 * Double(day)
            let isSeen = spikes.contains { spike in
                spike.from < SampledApp.start + (hour + 24) * 3600 && spike.to > SampledApp.start + hour * 3600
            }
            let count = app.count(hour, hour + 24)
            if count > 1500 { #expect(isSeen, "day \(day) with \(count) writes") }
            if count < 500 { #expect(!isSeen, "day \(day) with \(count) writes") }
        }
    }

    @Test(
        "of a marketing peak ends the same evening, and hides neither the next one nor the next day",
        arguments: seeds
    )
    func marketing(seed: UInt64) {
        let app = SampledApp(
            days: 16,
            seed: seed,
            [
                .daily(mean: 10), .rollout(300, from: 258, through: 261), .rollout(300, from: 306, through: 309),
            ]
        )
        let spikes = app.spikes(after: 16 * 24)
        #expect(spikes.map(\.kind) == [.rollout, .rollout])
        let hours = spikes.map { $0.from.timeIntervalSince(SampledApp.start) / 3600 }
        #expect(zip(hours, [258.0, 306]).allSatisfy { abs($0 - $1) < 0.25 })
        #expect(spikes.allSatisfy { $0.to.timeIntervalSince($0.from) < 3.5 * 3600 })
    }

    // MARK: Churn

    @Test(
        "of an app that forgets to deduplicate is churn, and lasts until the rate is back",
        arguments: [200.0, 2000],
        seeds
    )
    func clientBug(perHour: Double, seed: UInt64) throws {
        let app = SampledApp(days: 16, seed: seed, [.daily(mean: 8), .churn(perHour, from: 200, through: 290)])
        for hour in stride(from: 201.0, to: 290, by: 8) {
            #expect(app.spikes(after: hour).map(\.isOngoing) == [true])
        }
        let spike = try #require(app.spikes(after: 300).first)
        #expect(app.spikes(after: 16 * 24) == [spike])
        #expect(spike.kind == .churn)
        #expect(!spike.isOngoing)
        #expect(abs(spike.to.timeIntervalSince(SampledApp.start + 290 * 3600)) <= 600)
    }

    @Test("that is churn does not become a rollout by the usual registrations beside it", arguments: seeds)
    func mixture(seed: UInt64) {
        let parts: [SampledApp.Part] = [
            .steady(30), .churn(400, from: 200, through: 205), .rollout(150, from: 200, through: 205),
        ]
        #expect(SampledApp(days: 10, seed: seed, parts).spikes(after: 240).map(\.kind) == [.churn])
    }

    @Test("that lasts is its own yardstick after a week, and over", arguments: seeds)
    func newUsual(seed: UInt64) throws {
        let app = SampledApp(days: 24, seed: seed, [.steady(5), .churn(150, from: 240, through: 1000)])
        #expect(app.spikes(after: 240 + 6 * 24).last?.isOngoing == true)
        let last = try #require(app.spikes(after: 24 * 24).last)
        #expect(!last.isOngoing)
        #expect(last.to < SampledApp.start + (240 + 8 * 24) * 3600)
    }

    // MARK: The plan

    @Test("needs a share of the budget: what the free plan must hear of, a larger first day need not")
    func budgets() {
        let app = SampledApp(days: 1, seed: 1, [.rollout(300, from: 1, through: 3)])
        #expect(app.spikes(after: 3, on: KVBudget(plan: .free)).count == 1)
        #expect(app.spikes(after: 3, on: Self.paid) == [])
        #expect(app.spikes(after: 3, on: KVBudget(plan: .free, overrides: [.writes: 10])).count == 1)
    }

    @Test("is not seen where nothing was ever written")
    func nothing() {
        #expect(SpikeRule(KVBudget()).spikes(in: DemandTrace([], now: SampledApp.start)) == [])
    }
}
