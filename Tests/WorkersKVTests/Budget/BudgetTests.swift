import Foundation
import Testing

@testable import WorkersKV

@Suite("The budget")
struct BudgetTests {
    private func temporary(
        _ plan: KVPlan = .free,
        _ overrides: [BudgetKind: Int] = [:],
        enforced: Set<BudgetKind> = [.writes, .deletes]
    ) async throws -> TemporaryStore {
        try await TemporaryStore(budget: KVBudget(plan: plan, overrides: overrides, enforced: enforced))
    }

    /// Tries to put as many fresh keys; how many the budget lets pass.
    private func putsThatFit(_ binding: KVBinding, of attempts: Int, named prefix: String = "") async throws -> Int {
        var fitted = 0
        for index in 0..<attempts {
            do {
                try await binding.put([1], for: KeyName("\(prefix)\(index)"))
                fitted += 1
            } catch KVError.refused(.budgetSpent(.writes, _)) {
                continue
            }
        }
        return fitted
    }

    @Test("of each plan is the pricing page's")
    func plans() {
        func limits(_ budget: KVBudget) -> [Int?] { BudgetKind.allCases.map { budget.limit(of: $0) } }
        #expect(limits(KVBudget(plan: .free)) == [1000, 1000, 100_000, 1000])
        #expect(limits(KVBudget(plan: .paid)) == [1_000_000, 1_000_000, 10_000_000, 1_000_000])
        #expect(limits(KVBudget(plan: .unlimited)) == [nil, nil, nil, nil])
        #expect(limits(KVBudget(plan: .unlimited, overrides: [.writes: 5])) == [5, nil, nil, nil])
    }

    @Test("of a free day holds exactly 1,000 writes, whoever races for them")
    func exactlyOneThousand() async throws {
        let temporary = try await temporary()
        let binding = try await temporary.binding()
        let won = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<64 {
                group.addTask { try await putsThatFit(binding, of: 20, named: "\(task)-") }
            }
            return try await group.reduce(0, +)
        }
        #expect(won == 1000)
        let writes = try #require(try await temporary.store.usage().spending[.writes])
        #expect([writes.used, writes.refused, writes.remaining] == [1000, 280, 0])
        let page = try await temporary.store.walk(binding.namespace, limit: 2000) { _, _ in }
        #expect(page.handedOut == 1000)
    }

    @Test("that is spent refuses in Workers KV's words, changes nothing and says when the next begins")
    func refusal() async throws {
        let temporary = try await temporary(.free, [.writes: 1])
        let binding = try await temporary.binding()
        try await binding.put([1], for: KeyName("a"))
        temporary.clock.advance(bySeconds: 5)
        let error = await #expect(throws: KVError.self) { try await binding.put([2], for: KeyName("a")) }
        #expect(error?.description == "KV put() limit exceeded for the day.")
        guard case .refused(.budgetSpent(.writes, let period)) = error else {
            Issue.record("refused otherwise")
            return
        }
        #expect(period.end == (try Date("2026-12-01T00:00:00Z", strategy: .iso8601)))
        #expect(try await binding.get(KeyName("a")) == [1])
    }

    @Test("of one kind leaves the others alone")
    func separate() async throws {
        let temporary = try await temporary(.free, [.writes: 1, .deletes: 1])
        let binding = try await temporary.binding()
        try await binding.put([1], for: KeyName("a"))
        try await binding.delete(KeyName("b"))
        await #expect(throws: KVError.self) { try await binding.put([1], for: KeyName("b")) }
        await #expect(throws: KVError.self) { try await binding.delete(KeyName("a")) }
        #expect(try await binding.get(KeyName("a")) == [1])
        #expect(try await binding.list().keys.count == 1)
        let spending = try await temporary.store.usage().spending
        #expect(BudgetKind.allCases.map { spending[$0]?.used } == [1, 1, 1, 1])
        #expect(BudgetKind.allCases.map { spending[$0]?.refused } == [1, 1, 0, 0])
    }

    @Test("is one for all namespaces")
    func accountWide() async throws {
        let temporary = try await temporary(.free, [.writes: 2])
        let first = try await temporary.binding("first")
        let second = try await temporary.binding("second")
        try await first.put([1], for: KeyName("a"))
        try await second.put([1], for: KeyName("a"))
        await #expect(throws: KVError.self) { try await first.put([1], for: KeyName("b")) }
    }

    @Test("refuses reads and lists only where it is told to", arguments: [true, false])
    func enforcement(isEnforced: Bool) async throws {
        let temporary = try await temporary(
            .free,
            [.reads: 2, .lists: 1],
            enforced: isEnforced ? [.reads, .lists] : []
        )
        let binding = try await temporary.binding()
        for _ in 0..<2 { _ = try await binding.get(KeyName("a")) }
        _ = try await binding.list()
        if isEnforced {
            let read = await #expect(throws: KVError.self) { try await binding.get(KeyName("a")) }
            #expect(read?.description == "KV get() limit exceeded for the day.")
            let list = await #expect(throws: KVError.self) { try await binding.list() }
            #expect(list?.description == "KV list() limit exceeded for the day.")
        } else {
            _ = try await binding.get(KeyName("a"))
            _ = try await binding.list()
        }
        let spending = try await temporary.store.usage().spending
        #expect(spending[.reads]?.used == (isEnforced ? 2 : 3))
        #expect(spending[.lists]?.used == (isEnforced ? 1 : 2))
        #expect(spending[.reads]?.refused == (isEnforced ? 1 : 0))
    }

    @Test("counts a bulk get by its keys, all or none")
    func bulk() async throws {
        let temporary = try await temporary(.free, [.reads: 5], enforced: [.reads])
        let binding = try await temporary.binding()
        let keys = try (0..<3).map { try KeyName("\($0)") }
        _ = try await binding.get(keys)
        await #expect(throws: KVError.self) { try await binding.get(keys) }
        _ = try await binding.get(Array(keys.prefix(2)))
        #expect(try await temporary.store.usage().spending[.reads]?.used == 5)
    }

    @Test("of the next day begins at 00:00 UTC without a restart")
    func nextDay() async throws {
        let temporary = try await temporary(.free, [.writes: 3])
        let binding = try await temporary.binding()
        try temporary.clock.set("2026-11-30T23:59:59Z")
        #expect(try await putsThatFit(binding, of: 5, named: "a") == 3)
        try temporary.clock.set("2026-12-01T00:00:00Z")
        #expect(try await putsThatFit(binding, of: 5, named: "b") == 3)
        #expect(try await temporary.store.usage().spending[.writes]?.used == 3)
    }

    @Test("of a paid plan lasts for the UTC month")
    func nextMonth() async throws {
        let temporary = try await temporary(.paid, [.writes: 3])
        let binding = try await temporary.binding()
        try temporary.clock.set("2026-11-01T00:00:00Z")
        #expect(try await putsThatFit(binding, of: 2, named: "a") == 2)
        try temporary.clock.set("2026-11-30T23:59:59Z")
        #expect(try await putsThatFit(binding, of: 5, named: "b") == 1)
        let error = await #expect(throws: KVError.self) { try await binding.put([1], for: KeyName("c")) }
        #expect(error?.description == "KV put() limit exceeded for the month.")
        try temporary.clock.set("2026-12-01T00:00:00Z")
        #expect(try await putsThatFit(binding, of: 5, named: "d") == 3)
    }

    @Test(
        "is not given twice by a clock that steps back",
        arguments: ["2026-11-30T22:00:00Z", "2026-11-29T10:00:00Z", "2025-01-01T00:00:00Z"]
    )
    func stepBack(earlier: String) async throws {
        let temporary = try await temporary(.free, [.writes: 3])
        let binding = try await temporary.binding()
        try temporary.clock.set("2026-11-30T23:00:00Z")
        #expect(try await putsThatFit(binding, of: 5, named: "a") == 3)
        try temporary.clock.set(earlier)
        #expect(try await putsThatFit(binding, of: 5, named: "b") == 0)
        try await temporary.reopen()
        #expect(try await putsThatFit(try await temporary.binding(), of: 5, named: "c") == 0)
        try temporary.clock.set("2026-11-30T23:30:00Z")
        #expect(try await putsThatFit(try await temporary.binding(), of: 5, named: "d") == 0)
        try temporary.clock.set("2026-12-01T00:00:00Z")
        #expect(try await putsThatFit(try await temporary.binding(), of: 5, named: "e") == 3)
    }

    @Test("of the days between is not blocked by a clock that was years ahead")
    func stepFarAhead() async throws {
        let temporary = try await temporary(.free, [.writes: 3])
        let binding = try await temporary.binding()
        try temporary.clock.set("2036-01-01T00:00:00Z")
        #expect(try await putsThatFit(binding, of: 2, named: "a") == 2)
        try temporary.clock.set("2026-11-30T12:00:00Z")
        #expect(try await putsThatFit(binding, of: 5, named: "b") == 1)
        try temporary.clock.set("2026-12-01T12:00:00Z")
        #expect(try await putsThatFit(binding, of: 5, named: "c") == 3)
    }

    @Test("survives a restart and a change of plan")
    func restart() async throws {
        let temporary = try await temporary(.free, [.writes: 3])
        var binding = try await temporary.binding()
        #expect(try await putsThatFit(binding, of: 2, named: "a") == 2)
        _ = try await binding.get(KeyName("a0"))
        try await temporary.reopen(budget: KVBudget(plan: .paid, overrides: [.writes: 4]))
        binding = try await temporary.binding()
        #expect(try await temporary.store.usage().spending[.reads]?.used == 1)
        #expect(try await putsThatFit(binding, of: 5, named: "b") == 2)
        try await temporary.reopen(budget: KVBudget(plan: .free, overrides: [.writes: 5]))
        #expect(try await putsThatFit(try await temporary.binding(), of: 5, named: "c") == 1)
    }

    @Test("is left alone by what is exempt")
    func exempt() async throws {
        let temporary = try await temporary(.free, [.writes: 1, .deletes: 0])
        let tokens = try await temporary.store.namespace(titled: "tokens")
        try await temporary.store.commit { transaction in
            for index in 0..<10 { try transaction.put([1], for: KeyName("\(index)"), in: tokens, charge: .exempt) }
            try transaction.put([2], for: KeyName("0"), in: tokens, charge: .exempt)
            try transaction.delete(KeyName("1"), in: tokens, charge: .exempt)
        }
        #expect(try await temporary.store.usage().spending[.writes]?.used == 0)
        let now = temporary.clock.now
        #expect(try await temporary.store.hourTallies(from: now, through: now).map(\.writes) == [0])
    }

    @Test("has a reserve for others, which what leaves it does not touch")
    func reserve() async throws {
        let temporary = try await temporary(.free, [.deletes: 4])
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        let leaveOne = KVCharge.countedLeaving(1)
        try await store.commit { transaction in
            for name in ["a", "b", "c"] { try transaction.delete(KeyName(name), in: tokens, charge: leaveOne) }
        }
        await #expect(throws: KVError.self) {
            try await store.commit { try $0.delete(KeyName("d"), in: tokens, charge: leaveOne) }
        }
        try await store.commit { transaction in try transaction.delete(KeyName("d"), in: tokens) }
        await #expect(throws: KVError.self) {
            try await store.commit { try $0.delete(KeyName("e"), in: tokens) }
        }
    }

    @Test("counts a refusal that a body catches, and keeps what else the body did")
    func caughtRefusal() async throws {
        let temporary = try await temporary(.free, [.deletes: 1])
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        let pending = try await store.systemNamespace(named: "pending")
        try await store.commit { transaction in
            try transaction.delete(KeyName("a"), in: tokens)
            do {
                try transaction.delete(KeyName("b"), in: tokens)
            } catch KVError.refused(.budgetSpent) {
                try transaction.put([], for: KeyName("b"), in: pending)
            }
        }
        #expect(try await store.value(of: KeyName("b"), in: pending) == [])
        let deletes = try #require(try await store.usage().spending[.deletes])
        #expect(deletes.used == 1 && deletes.refused == 1)
    }

    @Test("charges nothing for a body that throws, but tells that it was refused")
    func thrownRefusal() async throws {
        let temporary = try await temporary(.free, [.writes: 1])
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        await #expect(throws: KVError.self) {
            try await store.commit { transaction in
                try transaction.put([1], for: KeyName("a"), in: tokens)
                try transaction.put([1], for: KeyName("b"), in: tokens)
            }
        }
        let writes = try #require(try await store.usage().spending[.writes])
        #expect(writes.used == 0 && writes.refused == 1)
        #expect(try await store.value(of: KeyName("a"), in: tokens) == nil)
    }
}
