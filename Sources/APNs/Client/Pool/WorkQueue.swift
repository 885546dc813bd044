/// What waits to be sent: first what was sent before and must go again, then the batches, which take turns, so that a
/// large broadcast does not keep a small one waiting.
struct WorkQueue {
    private var again: [Ticket] = []
    private var againHead = 0
    private var batches: [SendBatch] = []
    private var turn = 0
    private var leftInTurn = turnLength

    /// How many deliveries wait.
    private(set) var count = 0

    /// So many deliveries of one batch go before the next batch has its turn: enough that turns cost nothing.
    private static let turnLength = 64

    var isEmpty: Bool { count == 0 }

    mutating func add(_ batch: SendBatch) {
        batches.append(batch)
        count += batch.untakenCount
    }

    /// Puts back what was taken before, to go ahead of what was not.
    mutating func add(again ticket: Ticket) {
        again.append(ticket)
        count += 1
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
        while !batches.isEmpty {
            if leftInTurn == 0 { endTurn() }
            let batch = batches[turn]
            if let index = batch.take() {
                leftInTurn -= 1
                count -= 1
                return Ticket(batch: batch, index: index)
            }
            batches.remove(at: turn)
            leftInTurn = Self.turnLength
            if turn == batches.count { turn = 0 }
        }
        return nil
    }

    private mutating func endTurn() {
        leftInTurn = Self.turnLength
        turn = (turn + 1) % batches.count
    }
}
