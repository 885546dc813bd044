/// The batches under way, each at a place of its own; places are used again.
struct BatchTable {
    private var batches: [SendBatch?] = []
    private var freePlaces: [Int] = []

    mutating func add(_ batch: SendBatch) {
        if let place = freePlaces.popLast() {
            batch.place = place
            batches[place] = batch
        } else {
            batch.place = batches.count
            batches.append(batch)
        }
    }

    mutating func remove(_ batch: SendBatch) {
        batches[batch.place] = nil
        freePlaces.append(batch.place)
    }

    subscript(tag: DeliveryTag) -> Ticket? {
        guard let batch = batches[tag.place] else { return nil }
        return Ticket(batch: batch, index: tag.index)
    }

    /// The batches that are there now.
    var all: [SendBatch] { batches.compactMap { $0 } }
}
