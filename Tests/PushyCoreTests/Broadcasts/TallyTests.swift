import Testing

@testable import PushyCore

@Suite("A tally")
struct TallyTests {
    @Test("tells so many reasons apart, and loses nobody")
    func reasons() {
        var tally = Tally()
        for number in 0..<1_000 {
            tally.count(ServiceOutcome.rejected(reason: "REASON_\(number)"))
            tally.count(ServiceOutcome.failed(reason: "CAUSE_\(number)"))
        }
        tally.count(ServiceOutcome.rejected(reason: "REASON_7"))
        #expect(tally.total == 2_001)
        #expect(tally.rejected["REASON_7"] == 2)
        #expect(tally.rejected.count == Tally.distinctReasons + 1)
        #expect(tally.failed[Tally.otherReasons] == 1_000 - Tally.distinctReasons)
    }

    @Test("that takes others in tells no more reasons apart, and their gain is what was added")
    func sums() {
        var all = Tally()
        for number in 0..<300 {
            var more = all
            more.count(ServiceOutcome.rejected(reason: "REASON_\(number)"))
            all += more - all
        }
        #expect(all.total == 300)
        #expect(all.rejected.count == Tally.distinctReasons + 1)
    }
}
