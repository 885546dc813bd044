import APNs
import Foundation
import Testing

@testable import PushyCore
@testable import WorkersKV

@Suite("Notices of the budget")
struct QuotaNoticeTests {
    private func quota(of bench: Bench) -> Quota {
        Quota(store: bench.store, now: { [moment = bench.moment] in moment.now })
    }

    private func percents(_ notices: [QuotaNotice]) -> [Int] {
        notices.compactMap { notice in
            if case .alert(let alert, _) = notice { alert.percent.rawValue } else { nil }
        }
    }

    @Test("come at 50, 90 and 100 percent, once a day each, a restart between or not")
    func alerts() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 10])) { bench in
            try await bench.register(4)
            #expect(percents(try await quota(of: bench).notices()) == [])
            try await bench.register(1, from: 10)
            #expect(percents(try await quota(of: bench).notices()) == [50])
            #expect(percents(try await quota(of: bench).notices()) == [])
            bench.moment.advance(by: 60)
            try await bench.register(5, from: 20)
            #expect(percents(try await quota(of: bench).notices()) == [90, 100])
            #expect(percents(try await quota(of: bench).notices()) == [])

            let report = try await quota(of: bench).report()
            #expect(report.alerts.map(\.percent) == [.half, .nine, .all])
            #expect(report.alerts.map { bench.moment.now.timeIntervalSince($0.at) } == [60, 0, 0])

            bench.moment.advance(by: 86_400)
            #expect(try await quota(of: bench).report().alerts == [])
            try await bench.register(5, from: 30)
            #expect(percents(try await quota(of: bench).notices()) == [50])
        }
    }

    @Test("that are due stand in the report before they were told")
    func dueInReport() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 4])) { bench in
            try await bench.register(2)
            let report = try await quota(of: bench).report()
            #expect(report.alerts == [QuotaAlert(at: bench.moment.now, percent: .half, kind: .writes)])
            #expect(report.json["alerts"] == [["at": "2026-11-30T05:00:00Z", "percent": 50, "kind": "writes"]])
        }
    }

    @Test("go to one alone of those who look at the same time")
    func race() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 2])) { bench in
            try await bench.register(1)
            let quota = quota(of: bench)
            let told = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 { group.addTask { try await quota.notices().count } }
                return try await group.reduce(0, +)
            }
            #expect(told == 1)
        }
    }

    @Test("say what happened and what to do, and leave out every token")
    func sentences() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 40])) { bench in
            try await bench.register(40)
            let notices = try await quota(of: bench).notices()
            let sentences = notices.map(\.description)
            #expect(sentences.count == 4)
            #expect(
                sentences[2].hasPrefix("100 % of the day's writes are spent: 40 of 40. New registrations are refused")
            )
            #expect(sentences[3].hasPrefix("A rollout is under way: 40 first registrations since 2026-11-30T05:00:00Z"))
            let facts = notices[3].json
            #expect(facts["text"] == .string(sentences[3]))
            #expect(facts["spike"]?["kind"] == "rollout")
            #expect(facts["limit"] == 40)
            #expect(try await quota(of: bench).notices().isEmpty)
        }
    }

    @Test("reach a share of an odd budget not before it is passed")
    func shares() {
        func isReached(_ percent: QuotaAlert.Percent, used: Int, limit: Int) -> Bool {
            percent.isReached(by: KVSpending(used: used, refused: 0, limit: limit))
        }
        #expect(!isReached(.half, used: 1, limit: 3))
        #expect(isReached(.half, used: 2, limit: 3))
        #expect(!isReached(.nine, used: 6, limit: 7))
        #expect(isReached(.nine, used: 7, limit: 7))
        #expect(isReached(.half, used: .max, limit: .max))
        #expect(!isReached(.all, used: 0, limit: 0))
    }
}
