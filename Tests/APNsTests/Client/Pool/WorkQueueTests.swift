import Testing

@testable import APNs

@Suite("What waits to be sent")
struct WorkQueueTests {
    @Test("goes batch by batch where it is one notification, so that the first batch ends first")
    func order() throws {
        var queue = WorkQueue()
        let first = try batch("Hello", count: 100)
        let second = try batch("Hello", count: 100)
        queue.add(first)
        queue.add(second)
        let taken = queue.taken(200).map(\.batch)
        #expect(taken.prefix(100).allSatisfy { $0 === first })
        #expect(taken.suffix(100).allSatisfy { $0 === second })
        #expect(queue.isEmpty)
    }

    @Test("takes turns where it is two notifications, so that a small one does not wait for a large one")
    func turns() throws {
        var queue = WorkQueue()
        queue.add(try batch("Large", count: 10_000))
        let small = try batch("Small", count: 10)
        queue.add(small)
        let taken = queue.taken(200).map(\.batch)
        #expect(taken.count { $0 === small } == 10)
    }

    @Test("goes first when it was taken before and was put back")
    func again() throws {
        var queue = WorkQueue()
        queue.add(try batch("Hello", count: 10))
        let tickets = queue.taken(1)
        queue.add(again: tickets[0])
        #expect(queue.taken(1).map(\.index) == tickets.map(\.index))
        #expect(queue.count == 9)
    }

    private func batch(_ text: String, count: Int) throws -> SendBatch {
        let payload = try APNsPayload(APNsMessage(alert: .text(text)))
        let notification = try APNsNotification(payload: payload, topic: APNsTopic("com.example.app"))
        let token = try DeviceToken(String(repeating: "ab", count: 32))
        let deliveries = Array(repeating: APNsDelivery(token: token), count: count)
        return SendBatch(notification, to: deliveries) { _ in }
    }
}

extension WorkQueue {
    fileprivate mutating func taken(_ count: Int) -> [Ticket] {
        var tickets: [Ticket] = []
        while tickets.count < count, let ticket = next() { tickets.append(ticket) }
        return tickets
    }
}
