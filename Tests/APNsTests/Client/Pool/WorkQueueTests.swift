import Testing

@testable import APNs

@Suite("The queue of work")
struct WorkQueueTests {
    @Test("gives what must go again first, and then the batches in turns of 64")
    func turns() throws {
        let first = SendBatch(try .sample(), to: try APNsDelivery.samples(200), isPatient: true) { _ in }
        let second = SendBatch(try .sample(), to: try APNsDelivery.samples(70), isPatient: true) { _ in }
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
