import HTTP2
import Testing

@testable import APNs

@Suite("The schedule of retries")
struct RetryScheduleTests {
    @Test("gives the earliest first, and none before its time")
    func order() throws {
        let batch = SendBatch(try .sample(), to: try APNsDelivery.samples(50)) { _ in }
        var schedule = RetrySchedule()
        for index in (0..<50).shuffled() {
            schedule.insert(Ticket(batch: batch, index: index), due: MonotonicTime(nanoseconds: UInt64(index)))
        }
        #expect(schedule.nextDue == MonotonicTime(nanoseconds: 0))
        var found: [Int] = []
        while let ticket = schedule.popDue(by: MonotonicTime(nanoseconds: 29)) { found.append(ticket.index) }
        #expect(found == Array(0..<30))
        #expect(schedule.count == 20)
    }
}
