import Foundation
import Testing

@testable import PushyServer

@Suite("A clock on the owner's wall")
struct WallClockTests {
    @Test(
        "shows a time at the moment that it is there",
        arguments: [
            ("Europe/Berlin", "2026-12-24T09:00", "2026-12-24T08:00:00Z"),
            ("Europe/Berlin", "2026-07-01T00:30", "2026-06-30T22:30:00Z"),
            ("America/New_York", "2026-03-08T12:00", "2026-03-08T16:00:00Z"),
            ("Asia/Kathmandu", "2026-12-24T09:00", "2026-12-24T03:15:00Z"),
            ("UTC", "2026-12-24T09:00", "2026-12-24T09:00:00Z"),
        ]
    )
    func moments(zone: String, time: String, moment: String) throws {
        let clock = try WallClock(zoneName: zone)
        let found = try #require(clock.moment(time))
        #expect(found.rfc3339 == moment)
        #expect(clock.input(for: found) == time)
    }

    @Test("tells its zone, and what UTC's shows")
    func words() throws {
        let clock = try WallClock(zoneName: "Europe/Berlin")
        let moment = try #require(clock.moment("2026-12-24T00:30"))
        #expect(
            moment.worded(by: clock) == "24 Dec 2026, 00:30 in Europe/Berlin, which is 23 Dec 2026, 23:30 UTC"
        )
        #expect(moment.worded(by: .utc) == "23 Dec 2026, 23:30 UTC")
    }

    @Test("hangs in a zone that there is", arguments: ["Berlin", "Europe/Nowhere", "GMT+1", "<script>"])
    func unknown(zone: String) {
        #expect(throws: DraftFault.self) { try WallClock(zoneName: zone) }
    }

    @Test(
        "shows no other texts",
        arguments: ["", "tomorrow", "2026-12-24", "2026-12-24T09:00:00Z", "2026-13-24T09:00"]
    )
    func texts(text: String) {
        #expect(WallClock.utc.moment(text) == nil)
    }
}
