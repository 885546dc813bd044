import PushyCore
import Testing

@testable import pushy

@Suite("The progress of a broadcast")
struct SendingProgressTests {
    private func progress(_ accepted: Int, of recipients: Int, rejected: [String: Int] = [:]) -> SendingProgress {
        var tally = Tally()
        tally.accepted = accepted
        tally.rejected = rejected
        return SendingProgress(recipients: recipients, tally: tally, elapsed: .seconds(2), progress: tally.total)
    }

    @Test("in words says what was accepted, and what is out of the ordinary")
    func line() {
        #expect(progress(1200, of: 20_000).line == "1,200 of 20,000: accepted 1,200")
        #expect(
            progress(1200, of: 20_000, rejected: ["BadDeviceToken": 3, "Forbidden": 1]).line
                == "1,204 of 20,000: accepted 1,200, rejected 4"
        )
    }

    @Test("on a terminal is a bar with share, rate and time left")
    func bar() {
        #expect(
            progress(5000, of: 20_000).bar
                == "[######------------------] 25 %  5,000 of 20,000: accepted 5,000  2,500/s, 6 s left"
        )
        #expect(progress(0, of: 0).bar == "[########################] 100 %  0 of 0: accepted 0")
    }

    @Test("is never more than all, when devices register meanwhile")
    func more() {
        #expect(progress(11, of: 10).bar.hasPrefix("[########################] 100 %"))
    }

    @Test("groups digits by three", arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-12_345_678, "-12,345,678")])
    func grouped(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}
