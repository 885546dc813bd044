import Foundation
import Testing

@testable import PushyCore
@testable import WorkersKV
@testable import pushy

@Suite("pushy quota")
struct QuotaTests {
    private let directory: TemporaryDirectory
    /// A quarter past eight on a Friday in 2027, for registrations and reports alike: no day, hour or five minutes end between.
    private let moment = Date(timeIntervalSince1970: 1_800_000_900)

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A data directory in which so many tokens were registered at the moment.
    private func register(_ count: Int, budget: KVBudget = KVBudget()) async throws {
        let engine = try LMDBEngine(directory: directory.path, access: .server)
        let store = try await KVStore.open(engine: engine, budget: budget, maintenance: nil, now: { moment })
        let registry = try await TokenRegistry(in: store, now: { moment })
        for number in 0..<count {
            let digits = String(number, radix: 16)
            let token = try DeviceToken(String(repeating: "0", count: 64 - digits.count) + digits)
            _ = try? await registry.register(token, pro: true, environment: nil)
        }
        try await store.close()
    }

    private func quota(_ flags: String..., environment: [String: String] = [:]) async -> Outcome {
        await run(["quota", "--data", directory.path] + flags, environment: environment, now: { moment })
    }

    @Test("shows budgets, the last hours, spikes and the forecast as plain text where no terminal is")
    func plain() async throws {
        try await register(60)
        let outcome = await quota()
        #expect(outcome.exitCode == .success)
        #expect(outcome.notes == "using the data directory \(directory.path), by --data\n")
        let lines = outcome.results.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("free plan, 2027-01-15"))
        #expect(lines.contains("writes   [#-----------------------]   6 %  60 of 1,000"))
        #expect(lines.contains("deletes  [------------------------]   0 %  0 of 1,000"))
        #expect(lines.contains { $0.hasSuffix("60  \(String(repeating: "#", count: 40))") })
        let spike = try #require(lines.first { $0.hasPrefix("rollout  from 2027-01-15 08:15") })
        #expect(spike.contains("60 writes, 60 of them new tokens"))
        #expect(lines.last?.hasPrefix("forecast at this rate today's writes ") == true)
        #expect(outcome.results.allSatisfy { $0.isASCII })
    }

    @Test("goes by the plan that it is told, the one of the server")
    func plan() async throws {
        try await register(2)
        let paid = await quota("--kv-plan", "paid")
        #expect(paid.results.contains("2 of 1,000,000"))
        let unlimited = await quota(environment: ["PUSHY_KV_PLAN": "unlimited"])
        #expect(unlimited.results.contains("writes   2, no limit\n"))
        #expect(unlimited.results.hasSuffix("forecast writes have no limit\n"))
    }

    @Test("prints the report as JSON for programs")
    func json() async throws {
        try await register(3)
        let outcome = await quota("--json")
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.results.utf8)) as? [String: Any]
        )
        #expect(report["plan"] as? String == "free")
        #expect((report["writes"] as? [String: Any])?["used"] as? Int == 3)
        #expect((report["hours"] as? [Any])?.count == 48)
    }

    @Test("says so when the budget is spent")
    func spent() async throws {
        try await register(6, budget: KVBudget(overrides: [.writes: 4]))
        let outcome = await quota("--kv-writes", "4")
        #expect(outcome.results.contains("100 %  4 of 4, 2 refused\n"))
        #expect(outcome.results.contains("forecast today's writes are spent; the next ones come at "))
    }

    @Test("refuses a data directory that is not there")
    func missing() async {
        #expect(await run("quota", "--data", "\(directory.path)/elsewhere").exitCode == .configuration)
    }

    @Test("draws two lines of blocks on a terminal, the tallest for the busiest hour")
    func drawn() throws {
        let hours = (0..<24).map { number in
            var hour = HourTally(index: 24 * 20_000 + number)
            hour.writes = number
            return hour
        }
        let lines = HourChart(hours: hours.map(QuotaHour.init)).lines(.drawn)
        #expect(lines.count == 4)
        #expect(lines[0] == "writes in the last 24 hours, in UTC, at most 23 an hour")
        #expect(lines[1].hasSuffix("██"))
        #expect(lines[1].count == 48)
        #expect(lines[2].hasPrefix("  ▁▁"))
        #expect(lines[3].hasPrefix("00:00       06:00       12:00       18:00"))
    }
}

@Suite("pushy quota plan")
struct QuotaPlanTests {
    @Test("says that a small release fits, day by day")
    func fits() async {
        let outcome = await run("quota", "plan", "--users", "1000")
        #expect(outcome.exitCode == .success)
        #expect(
            outcome.results.contains("It fits: nothing is refused, and 95 % of the users are registered after 12 days.")
        )
        #expect(!outcome.results.contains("Stage it"))
    }

    @Test("says what to do about one that does not fit, and what the paid plan would cost")
    func doesNotFit() async {
        let outcome = await run("quota", "plan", "--users", "20000")
        #expect(outcome.results.contains("It does not fit: on 17 of these days"))
        #expect(outcome.results.contains("Stage it: pause 2 days at 10 %, 4 days at 20 %, 8 days at 50 %."))
        #expect(outcome.results.contains("Or take the paid plan for the month: $5.00"))
    }

    @Test("counts the writes above the included million on the paid plan")
    func paid() async {
        let outcome = await run("quota", "plan", "--users", "3000000", "--plan", "paid")
        #expect(outcome.results.contains("The paid plan: $14."))
    }

    @Test(
        "names what is missing or wrong in one line",
        arguments: [
            ([], "pushy: --users is missing: give it, or set PUSHY_USERS\n"),
            (["--users", "0"], "pushy: --users is \"0\": give a number of users, 1 to 1000000000\n"),
            (["--users", "5", "--plan", "gold"], "pushy: --plan is \"gold\": say free or paid\n"),
        ]
    )
    func usage(words: [String], complaint: String) async {
        let outcome = await run(["quota", "plan"] + words)
        #expect(outcome.exitCode == .usage)
        #expect(outcome.notes == complaint)
    }
}
