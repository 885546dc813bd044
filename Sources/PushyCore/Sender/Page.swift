import APNs
import Foundation
import WorkersKV

/// Recipients that the walk found one after the other, and where it goes on after them.
struct Page: Sendable {
    /// Pages are numbered in the order of the walk, from 0.
    let number: Int
    let deliveries: [APNsDelivery]
    /// The last key that the walk has seen, whether it was chosen or not; nil where there was none.
    let cursor: String?
    /// Whether no key comes after it.
    let isLast: Bool
}

/// The outcomes of a page: `outcomes[i]` is that of `page.deliveries[i]`.
struct AnsweredPage: Sendable {
    let page: Page
    let outcomes: [APNsOutcome]
    /// When the page was handed to the channel, before any of it was sent.
    let sentAt: Date

    /// Whether it was taken back, or the channel closed, before all of it went out.
    var isCutOff: Bool { outcomes.contains(.failed(.shutDown)) }

    /// The recipients before the first who is sent to again, as a page of their own, and the others.
    var parts: (done: AnsweredPage?, open: AnsweredPage) {
        let count = outcomes.firstIndex(where: \.isOpen) ?? outcomes.count
        return (count > 0 ? part(0..<count) : nil, part(count..<outcomes.count))
    }

    /// Those of them whose outcome is final, or all but those who are sent to again when the broadcast goes on.
    func decided(afterTrouble hasTrouble: Bool) -> AnsweredPage {
        those { outcome in
            if case .rejected = outcome, !hasTrouble { return true }
            return !outcome.isOpen
        }
    }

    /// All but those who were accepted.
    var withoutAccepted: AnsweredPage { those { $0 != .accepted } }

    fileprivate func those(_ areWanted: (APNsOutcome) -> Bool) -> AnsweredPage {
        let kept = outcomes.indices.filter { areWanted(outcomes[$0]) }
        let deliveries = kept.map { page.deliveries[$0] }
        let part = Page(number: page.number, deliveries: deliveries, cursor: nil, isLast: false)
        return AnsweredPage(page: part, outcomes: kept.map { outcomes[$0] }, sentAt: sentAt)
    }

    private func part(_ range: Range<Int>) -> AnsweredPage {
        let deliveries = Array(page.deliveries[range])
        let part = Page(number: page.number, deliveries: deliveries, cursor: deliveries.last?.token.hex, isLast: false)
        return AnsweredPage(page: part, outcomes: Array(outcomes[range]), sentAt: sentAt)
    }
}

extension AnsweredPage {
    /// Those of many pages who were accepted, as one page; nil where there are none.
    init?(accepted pages: [AnsweredPage]) {
        let deliveries = pages.flatMap { $0.those { $0 == .accepted }.page.deliveries }
        guard let sentAt = pages.first?.sentAt, !deliveries.isEmpty else { return nil }
        page = Page(number: 0, deliveries: deliveries, cursor: nil, isLast: false)
        outcomes = deliveries.map { _ in .accepted }
        self.sentAt = sentAt
    }
}
