import Testing

@testable import PushyCore

@Suite("The page ledger")
struct PageLedgerTests {
    @Test("gives pages out in the order of the walk, and none behind a gap")
    func order() {
        var ledger = PageLedger()
        ledger.add(page(1))
        ledger.add(page(2))
        #expect(ledger.readyCount == 0)
        ledger.add(page(0))
        ledger.add(page(4))
        #expect(ledger.takeReadyPages().map(\.page.number) == [0, 1, 2])
        #expect(ledger.readyCount == 0)
        #expect(ledger.takeAllPages().map(\.page.number) == [4])
    }

    @Test("gives nothing out behind the part of a page")
    func part() {
        var ledger = PageLedger()
        ledger.add(page(0))
        ledger.add(page(2))
        ledger.addLast(page(1))
        ledger.add(page(3))
        #expect(ledger.takeReadyPages().map(\.page.number) == [0, 1])
        #expect(ledger.readyCount == 0)
    }

    private func page(_ number: Int) -> AnsweredPage {
        let page = Page(number: number, deliveries: [], cursor: nil, isLast: false)
        return AnsweredPage(page: page, outcomes: [], sentAt: .distantPast)
    }
}
