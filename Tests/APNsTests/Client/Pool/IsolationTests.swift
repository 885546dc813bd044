import Testing

@testable import APNs

@Suite("Suspects")
struct IsolationTests {
    let batch: SendBatch
    var isolation = Isolation()

    init() throws {
        batch = SendBatch(try .sample(), to: try APNsDelivery.samples(100)) { _ in }
    }

    @Test("are divided in four groups, and nobody is lost")
    mutating func division() {
        isolation.add(dividing: tickets(0..<10))
        #expect(isolation.count == 10)
        var groups: [[Int]] = []
        while !isolation.isEmpty { groups.append(isolation.next(limit: 100).map(\.index)) }
        #expect(groups == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]])
        #expect(isolation.count == 0)
    }

    @Test("that were lost two together go alone from then on")
    mutating func two() {
        isolation.add(dividing: tickets(0..<2))
        #expect(isolation.next(limit: 100).count == 1)
        #expect(isolation.next(limit: 100).count == 1)
    }

    @Test("beyond a connection's room wait for their turn")
    mutating func limit() {
        isolation.add(dividing: tickets(0..<40))
        #expect(isolation.next(limit: 4).map(\.index) == [0, 1, 2, 3])
        #expect(isolation.count == 36)
        #expect(isolation.next(limit: 0).isEmpty)
        #expect(isolation.next(limit: 100).first?.index == 10)
        #expect(Set(isolation.removeAll().map(\.index)) == Set(4..<10).union(20..<40))
        #expect(isolation.isEmpty && isolation.count == 0)
    }

    private func tickets(_ indices: Range<Int>) -> [Ticket] {
        indices.map { Ticket(batch: batch, index: $0) }
    }
}
