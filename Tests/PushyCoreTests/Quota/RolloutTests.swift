import Testing
import WorkersKV

@testable import PushyCore

@Suite("A rollout")
struct RolloutTests {
    private func phased(_ users: Int, opens: Double = 0.4, others: Int = 0) -> Rollout {
        Rollout(users: users, stages: Rollout.phasedRelease, dailyOpens: opens, otherWrites: others)
    }

    @Test("registers nearly everybody, whatever its size", arguments: [1, 100, 3000, 20_000, 250_000])
    func completes(users: Int) {
        for course in [phased(users).course(writesPerDay: 1000), phased(users).course(writesPerDay: nil)] {
            #expect(course.count <= 365)
            #expect(course.map(\.number) == Array(1...course.count))
            let registered = course.last?.registeredSoFar ?? 0
            #expect(registered >= users * 98 / 100)
            #expect(registered <= users)
        }
    }

    @Test("never takes more writes a day than the budget leaves beside the others")
    func budget() {
        let course = phased(50_000, others: 300).course(writesPerDay: 1000)
        #expect(course.map(\.registered).max() == 700)
        #expect(course.contains { $0.refused > 0 })
    }

    @Test("is refused nothing without a limit, and follows the stages of the release")
    func stages() {
        let course = phased(10_000).course(writesPerDay: nil)
        #expect(course.allSatisfy { $0.refused == 0 && !$0.isHeld })
        #expect(course.prefix(8).map(\.released) == [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 1])
        #expect(course[0].registered == 40)
        #expect(course[1].registered == 64)
    }

    @Test("that is paced is refused nothing where pauses can do it", arguments: [1000, 3000, 4000])
    func pacing(users: Int) {
        let paced = phased(users).pacedCourse(writesPerDay: 1000)
        #expect(paced.allSatisfy { $0.refused == 0 })
        #expect((paced.last?.registeredSoFar ?? 0) >= users * 98 / 100)
    }

    @Test("that is paced is refused far less than one that is not", arguments: [8000, 20_000, 60_000])
    func pacingHelps(users: Int) {
        let rollout = phased(users)
        func refused(_ days: [Rollout.Day]) -> Int { days.reduce(0) { $0 + $1.refused } }
        let paced = rollout.pacedCourse(writesPerDay: 1000)
        #expect(paced.contains { $0.isHeld })
        #expect(refused(paced) < refused(rollout.course(writesPerDay: 1000)) * 3 / 4)
        // A held release stays where it was.
        for (former, day) in zip(paced, paced.dropFirst()) where day.isHeld { #expect(day.released == former.released) }
    }

    @Test("ends at once when other writes take the whole budget")
    func nothingLeft() {
        #expect(phased(100, others: 1000).course(writesPerDay: 1000).map(\.registered) == [0])
    }

    @Test("costs the paid plan, and five dollars for each million above the first")
    func cost() {
        #expect(PaidPlanCost.dollars(writes: 0) == 5)
        #expect(PaidPlanCost.dollars(writes: 1_000_000) == 5)
        #expect(PaidPlanCost.dollars(writes: 3_500_000) == 17.5)
    }
}
