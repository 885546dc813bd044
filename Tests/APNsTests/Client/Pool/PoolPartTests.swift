import HTTP2
import Testing

@testable import APNs

@Suite("The budget for retries")
struct RetryBudgetTests {
    let start = MonotonicTime(nanoseconds: 0)

    @Test("has a hundred to begin with, and ten a second")
    func trickle() {
        var budget = RetryBudget(now: start)
        #expect(taken(from: &budget, at: start) == 100)
        #expect(taken(from: &budget, at: start.advanced(by: .seconds(2))) == 20)
    }

    @Test("earns a fifth of what is sent anyway, and saves no more than a thousand")
    func share() {
        var budget = RetryBudget(now: start)
        _ = taken(from: &budget, at: start)
        budget.countAttempts(500)
        #expect(taken(from: &budget, at: start) == 100)
        budget.countAttempts(1_000_000)
        #expect(taken(from: &budget, at: start) == 1000)
    }

    private func taken(from budget: inout RetryBudget, at moment: MonotonicTime) -> Int {
        var count = 0
        while budget.take(now: moment) { count += 1 }
        return count
    }
}

@Suite("The schedule of retries")
struct RetryScheduleTests {
    @Test("gives the earliest first, and none before its time")
    func order() throws {
        let batch = SendBatch(try .sample(), to: try APNsDelivery.samples(50), waitingForConnection: true) { _ in }
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

@Suite("The queue of work")
struct WorkQueueTests {
    @Test("gives what must go again first, and then the batches in turns of 64")
    func turns() throws {
        let first = SendBatch(try .sample(), to: try APNsDelivery.samples(200), waitingForConnection: true) { _ in }
        let second = SendBatch(try .sample(), to: try APNsDelivery.samples(70), waitingForConnection: true) { _ in }
        var queue = WorkQueue()
        queue.add(first)
        queue.add(second)
        queue.add(again: Ticket(batch: second, index: 69))
        #expect(queue.count == 271)
        var order: [(isFirst: Bool, index: Int)] = []
        while let ticket = queue.next() { order.append((ticket.batch === first, ticket.index)) }
        #expect(order.count == 271)
        #expect(order[0] == (false, 69))
        #expect(order[1...64].allSatisfy { $0.isFirst })
        #expect(order[65...128].allSatisfy { !$0.isFirst })
        #expect(order[129...192].allSatisfy { $0.isFirst })
        #expect(order[193...198].allSatisfy { !$0.isFirst })
        #expect(order[199...].allSatisfy { $0.isFirst })
        #expect(queue.isEmpty)
    }
}

@Suite("A delivery's tag")
struct DeliveryTagTests {
    @Test("holds place, generation and index")
    func parts() {
        let tag = DeliveryTag(place: 70_000, index: 4_000_000_000, generation: 255)
        #expect(tag.place == 70_000)
        #expect(tag.index == 4_000_000_000)
        #expect(tag.generation == 255)
    }
}

@Suite("A failure")
struct APNsFailureTests {
    @Test(
        "is named after what ended the connection",
        arguments: [
            (ConnectionEnd.unresolved(host: "h", reason: "r", isTransient: true), "NameNotResolved"),
            (.refused(Endpoint(host: "h", port: 1)), "NotReachable"),
            (.timedOut(Endpoint(host: "h", port: 1), during: .handshake), "NotReachable"),
            (.tls(.certificateExpired), "NotTrusted"), (.tls(.noHTTP2), "NotHTTP2"), (.reset, "ConnectionLost"),
            (.stalled, "ConnectionLost"),
        ]
    )
    func names(end: ConnectionEnd, name: String) {
        #expect(APNsFailure(end).name == name)
        #expect(!APNsFailure(end).description.isEmpty)
    }

    @Test("of trust or protocol is not waited out", arguments: [TLSFailure.selfSigned, .wrongHost("h"), .noHTTP2])
    func needsMending(failure: TLSFailure) {
        #expect(ConnectionEnd.tls(failure).needsMending)
        #expect(!ConnectionEnd.tls(.handshake("closed")).needsMending)
        #expect(!ConnectionEnd.reset.needsMending)
    }

    @Test("says how long it waited")
    func deadline() {
        #expect(APNsFailure.deadline(.milliseconds(1500)).description.contains("1500 ms"))
    }
}
