/// A delivery's name on a connection, in the one number that a stream can carry: which batch, which of its deliveries,
/// and which provider token the request bears.
struct DeliveryTag: Hashable {
    let rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(place: Int, index: Int, generation: UInt8 = 0) {
        rawValue = UInt64(place) << 40 | UInt64(generation) << 32 | UInt64(index)
    }

    var place: Int { Int(rawValue >> 40) }
    var generation: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 32) }
    var index: Int { Int(rawValue & 0xffff_ffff) }
}

/// A delivery as the pool passes it around.
struct Ticket {
    let batch: SendBatch
    let index: Int

    /// The delivery's name, whatever token it is sent with.
    var key: DeliveryTag { DeliveryTag(place: batch.place, index: index) }
}

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
