/// Puts answered pages back into the order of the walk, so that a checkpoint never claims more than is done.
struct PageLedger: Sendable {
    private var early: [Int: AnsweredPage] = [:]
    private var next = 0
    private var end = Int.max
    private var ready: [AnsweredPage] = []

    /// How many answered pages wait to be settled, with no gap before them.
    var readyCount: Int { ready.count }

    mutating func add(_ answered: AnsweredPage) {
        early[answered.page.number] = answered
        while next <= end, let page = early.removeValue(forKey: next) {
            ready.append(page)
            next += 1
        }
    }

    /// Adds the part of a page that was sent: nothing that comes after it follows without a gap.
    mutating func addLast(_ part: AnsweredPage) {
        end = min(end, part.page.number)
        add(part)
    }

    /// The pages that follow on what was taken before, without a gap.
    mutating func takeReadyPages() -> [AnsweredPage] {
        defer { ready = [] }
        return ready
    }

    /// All pages that were not taken before, those behind a gap included.
    mutating func takeAllPages() -> [AnsweredPage] {
        defer {
            ready = []
            early = [:]
        }
        return ready + early.values
    }
}
