/// What waits to be sent: first what was sent before and must go again, then the notifications, which take turns, so
/// that a large broadcast does not keep a small one waiting.
///
/// The batches of one notification go one after the other: those that began first end first, and their sender can
/// write down that they are done.
struct WorkQueue {
    private var again: [Ticket] = []
    private var againHead = 0
    private var lines: [Line] = []
    private var turn = 0
    private var leftInTurn = turnLength

    /// The batches of one notification.
    private struct Line {
        let notification: APNsNotification
        private var batches: [SendBatch]
        private var head = 0

        init(_ batch: SendBatch) {
            notification = batch.notification
            batches = [batch]
        }

        mutating func add(_ batch: SendBatch) {
            batches.removeFirst(head)
            head = 0
            batches.append(batch)
        }

        mutating func next() -> Ticket? {
            while head < batches.count {
                if let index = batches[head].take() { return Ticket(batch: batches[head], index: index) }
                head += 1
            }
            return nil
        }
    }

    /// How many deliveries wait.
    private(set) var count = 0

    /// So many deliveries of one notification go before the next has its turn: enough that turns cost nothing.
    private static let turnLength = 64

    var isEmpty: Bool { count == 0 }

    mutating func add(_ batch: SendBatch) {
        count += batch.untakenCount
        if let line = lines.firstIndex(where: { $0.notification == batch.notification }) {
            lines[line].add(batch)
        } else {
            lines.append(Line(batch))
        }
    }

    /// Puts back what was taken before, to go ahead of what was not.
    mutating func add(again ticket: Ticket) {
        again.append(ticket)
        count += 1
    }

    /// Takes out all of a batch that waits here.
    mutating func withdraw(_ batch: SendBatch) -> [Ticket] {
        var withdrawn = again[againHead...].filter { $0.batch === batch }
        again = again[againHead...].filter { $0.batch !== batch }
        againHead = 0
        while let index = batch.take() { withdrawn.append(Ticket(batch: batch, index: index)) }
        count -= withdrawn.count
        return withdrawn
    }

    mutating func next() -> Ticket? {
        if againHead < again.count {
            let ticket = again[againHead]
            againHead += 1
            if againHead == again.count {
                again.removeAll(keepingCapacity: true)
                againHead = 0
            }
            count -= 1
            return ticket
        }
        while !lines.isEmpty {
            if leftInTurn == 0 { endTurn() }
            if let ticket = lines[turn].next() {
                leftInTurn -= 1
                count -= 1
                return ticket
            }
            lines.remove(at: turn)
            leftInTurn = Self.turnLength
            if turn == lines.count { turn = 0 }
        }
        return nil
    }

    private mutating func endTurn() {
        leftInTurn = Self.turnLength
        turn = (turn + 1) % lines.count
    }
}
