import Foundation
import Testing

@testable import WorkersKV

@Suite("Tallies")
struct TallyTests {
    @Test("by the hour tell new from changed and unchanged, removals, refusals and what was saved")
    func hours() async throws {
        let temporary = try await TemporaryStore(budget: KVBudget(overrides: [.writes: 4, .deletes: 1]))
        let store = try temporary.store
        let binding = try await temporary.binding()
        let start = temporary.clock.now
        try await binding.put([1], for: KeyName("a"))
        try await binding.put([1], for: KeyName("b"))
        temporary.clock.advance(bySeconds: 3600)
        try await binding.put([2], for: KeyName("a"))
        try await binding.put([1], for: KeyName("b"))
        await #expect(throws: KVError.self) { try await binding.put([1], for: KeyName("c")) }
        try await binding.delete(KeyName("a"))
        await #expect(throws: KVError.self) { try await binding.delete(KeyName("b")) }
        store.noteSaved(.unchanged, 3)
        store.noteSaved(.absent)
        temporary.clock.advance(bySeconds: 7200)

        for isReopened in [false, true] {
            if isReopened { try await temporary.reopen() }
            let hours = try await temporary.store.hourTallies(from: start, through: temporary.clock.now)
            #expect(hours.map(\.writes) == [2, 2, 0, 0])
            #expect(hours.map(\.new) == [2, 0, 0, 0])
            #expect(hours.map(\.changed) == [0, 1, 0, 0])
            #expect(hours.map(\.unchanged) == [0, 1, 0, 0])
            #expect(hours.map(\.removed) == [0, 1, 0, 0])
            #expect(hours.map(\.refused) == [0, 2, 0, 0])
            #expect(hours.map(\.savedUnchanged) == [0, 3, 0, 0])
            #expect(hours.map(\.savedAbsent) == [0, 1, 0, 0])
            #expect(hours.map { $0.start.timeIntervalSince(start) } == [0, 3600, 7200, 10_800])
            #expect(try await temporary.store.usage().saved == [.unchanged: 3, .absent: 1])
        }
    }

    @Test("by the day and month hold what was used and refused then")
    func history() async throws {
        let temporary = try await TemporaryStore(budget: KVBudget(overrides: [.writes: 1]))
        let binding = try await temporary.binding()
        let start = temporary.clock.now
        for day in 0..<3 {
            try await binding.put([1], for: KeyName("\(day)"))
            await #expect(throws: KVError.self) { try await binding.put([1], for: KeyName("more")) }
            _ = try await binding.list()
            temporary.clock.advance(bySeconds: 86_400)
        }
        let store = try temporary.store
        let days = try await store.history(.day, from: start, through: temporary.clock.now)
        #expect(days.map(\.period.description) == ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03"])
        #expect(days.map { $0.used[.writes] ?? 0 } == [1, 1, 1, 0])
        #expect(days.map { $0.refused[.writes] ?? 0 } == [1, 1, 1, 0])
        let months = try await store.history(.month, from: start, through: temporary.clock.now)
        #expect(months.map { $0.used[.lists] ?? 0 } == [1, 2])
    }
}
