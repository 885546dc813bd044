import APNs
import Foundation
import Testing

@testable import PushyCore
@testable import WorkersKV

@Suite("The quota report")
struct QuotaReportTests {
    private func quota(of bench: Bench) -> Quota {
        Quota(store: bench.store, now: { [moment = bench.moment] in moment.now })
    }

    private func names(_ value: JSONValue) -> [String] {
        if case .object(let object) = value { object.members.map(\.name) } else { [] }
    }

    private func elements(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let elements) = value { elements } else { [] }
    }

    @Test("has the day's budgets, what was saved, hours and days, in the members that programs read")
    func members() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 4])) { bench in
            let tokens = try await bench.register(3)
            bench.moment.advance(by: 3600)
            _ = try await bench.registry.register(tokens[0], pro: true, environment: .production)
            _ = try await bench.registry.register(tokens[1], pro: false, environment: .production)
            _ = try await bench.registry.remove(tokens[2])
            _ = try await bench.registry.remove(tokens[2])
            _ = try? await bench.registry.register(DeviceToken.numbered(9), pro: true, environment: nil)

            let json = try await quota(of: bench).report().json
            #expect(
                names(json) == [
                    "plan", "day", "resetsAt", "writes", "deletes", "reads", "lists", "saved", "hours", "days",
                    "spikes",
                    "forecast", "alerts",
                ]
            )
            #expect(json["plan"] == "free")
            #expect(json["day"] == "2026-11-30")
            #expect(json["resetsAt"] == "2026-12-01T00:00:00Z")
            #expect(json["writes"] == ["used": 4, "limit": 4, "remaining": 0, "refused": 1])
            #expect(json["deletes"] == ["used": 1, "limit": 1000, "remaining": 999, "refused": 0])
            #expect(json["saved"] == ["unchanged": 1, "absent": 1])
            #expect(json["spikes"] == [])

            let hours = elements(json["hours"])
            let days = elements(json["days"])
            #expect(hours.count == 48)
            #expect(
                hours.suffix(2) == [
                    [
                        "hour": "2026-11-30T05:00:00Z", "writes": 3, "new": 3, "changed": 0, "unchanged": 0,
                        "removed": 0,
                        "refused": 0,
                    ],
                    [
                        "hour": "2026-11-30T06:00:00Z", "writes": 1, "new": 0, "changed": 1, "unchanged": 0,
                        "removed": 1,
                        "refused": 1,
                    ],
                ]
            )
            #expect(days.count == 30)
            #expect(days[0]["day"] == "2026-11-01")
            #expect(
                days.last == [
                    "day": "2026-11-30", "writes": 4, "new": 3, "changed": 1, "unchanged": 0, "removed": 1,
                    "refused": 1,
                ]
            )
        }
    }

    @Test("speaks of the month on a plan by the month")
    func month() async throws {
        try await Bench.run(budget: KVBudget(plan: .paid)) { bench in
            let json = try await quota(of: bench).report().json
            #expect(json["day"] == nil)
            #expect(json["month"] == "2026-11")
            #expect(json["resetsAt"] == "2026-12-01T00:00:00Z")
        }
    }

    @Test("has null where there is no limit, and no forecast")
    func unlimited() async throws {
        try await Bench.run { bench in
            try await bench.register(5)
            let json = try await quota(of: bench).report().json
            #expect(json["writes"] == ["used": 5, "limit": nil, "remaining": nil, "refused": 0])
            #expect(json["forecast"] == ["exhaustedAt": nil])
            #expect(json["alerts"] == [])
        }
    }

    @Test("flags a rollout while it can be slowed, and goes on when the budget refuses it")
    func rollout() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 300])) { bench in
            bench.moment.advance(by: 180)
            try await bench.register(40)
            bench.moment.advance(by: 60)
            let early = try await quota(of: bench).report()
            #expect(early.spikes.map(\.kind) == [.rollout])
            #expect(early.exhaustedAt.map { $0 < bench.moment.now + 86_400 } == true)

            for minute in 1...90 {
                bench.moment.advance(by: 60)
                for number in 0..<10 {
                    let token = try DeviceToken.numbered(minute * 100 + number)
                    _ = try? await bench.registry.register(token, pro: true, environment: nil)
                }
            }
            let late = try await quota(of: bench).report()
            #expect(late.usage.spending[.writes]?.refused == 640)
            #expect(late.spikes.map(\.isOngoing) == [true])
            #expect(late.spikes.map(\.new) == [940])
            #expect(late.exhaustedAt == bench.moment.now)

            bench.moment.advance(by: 3600)
            let over = try await quota(of: bench).report()
            #expect(over.spikes.map(\.isOngoing) == [false])
        }
    }
}
