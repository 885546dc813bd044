import HTTP2

/// Deliveries that wait for their moment to be sent again, the earliest first: a binary heap.
struct RetrySchedule {
    private var entries: [(due: MonotonicTime, ticket: Ticket)] = []

    var count: Int { entries.count }

    var nextDue: MonotonicTime? { entries.first?.due }

    mutating func insert(_ ticket: Ticket, due: MonotonicTime) {
        entries.append((due, ticket))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].due < entries[parent].due else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first delivery that is due by then.
    mutating func popDue(by moment: MonotonicTime) -> Ticket? {
        guard let first = entries.first, first.due <= moment else { return nil }
        return popFirst()
    }

    /// Takes out all of a batch that waits here.
    mutating func withdraw(_ batch: SendBatch) -> [Ticket] {
        let withdrawn = entries.filter { $0.ticket.batch === batch }.map(\.ticket)
        guard !withdrawn.isEmpty else { return [] }
        let others = entries.filter { $0.ticket.batch !== batch }
        entries = []
        for entry in others { insert(entry.ticket, due: entry.due) }
        return withdrawn
    }

    /// Takes the earliest delivery, due or not.
    mutating func popFirst() -> Ticket? {
        guard !entries.isEmpty else { return nil }
        entries.swapAt(0, entries.count - 1)
        let first = entries.removeLast().ticket
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].due < entries[least].due { least = child }
            }
            guard least != parent else { break }
            entries.swapAt(parent, least)
            parent = least
        }
        return first
    }
}
