/// The slots of a connection's streams: those in use as a list from the oldest to the newest, and a stock of free ones.
struct StreamTable: ~Copyable {
    typealias Slot = UnsafeMutablePointer<StreamSlot>

    private(set) var oldest: Slot?
    private var newest: Slot?
    private(set) var openCount = 0
    private var free: [Slot] = []
    private let fieldCount: Int

    /// Slots that grew beyond this, for a rare large message, give the excess back.
    private static let keptCapacity = 16 * 1024

    init(fieldCount: Int) {
        self.fieldCount = fieldCount
    }

    deinit {
        var next = oldest
        while let slot = next {
            next = slot.pointee.newer
            slot.pointee.sending?.release()
            Self.deallocate(slot)
        }
        for slot in free { Self.deallocate(slot) }
    }

    /// Takes a slot into use, as the newest.
    mutating func open() -> Slot {
        let slot = free.popLast() ?? makeSlot()
        slot.pointee.older = newest
        slot.pointee.newer = nil
        if let newest { newest.pointee.newer = slot } else { oldest = slot }
        newest = slot
        openCount += 1
        slot.pointee.isOpen = true
        return slot
    }

    /// Gives a slot back, and lets go what it held.
    mutating func close(_ slot: Slot) {
        let (older, newer) = (slot.pointee.older, slot.pointee.newer)
        if let older { older.pointee.newer = newer } else { oldest = newer }
        if let newer { newer.pointee.older = older } else { newest = older }
        openCount -= 1
        slot.pointee.sending?.release()
        slot.pointee.sending = nil
        reset(slot)
        free.append(slot)
    }

    private func reset(_ slot: Slot) {
        slot.pointee.isOpen = false
        slot.pointee.streamID = 0
        slot.pointee.hasBegunToSend = false
        slot.pointee.hasReceivedEnd = false
        slot.pointee.isReported = false
        slot.pointee.bodySentCount = 0
        slot.pointee.count = 0
        slot.pointee.bodyStart = 0
        slot.pointee.bodyReceivedCount = 0
        slot.pointee.status = 0
        slot.pointee.fields.update(repeating: StreamSlot.FieldRange(), count: fieldCount)
        if slot.pointee.capacity > Self.keptCapacity {
            slot.pointee.bytes.deallocate()
            slot.pointee.bytes = .allocate(capacity: StreamSlot.usualCapacity)
            slot.pointee.capacity = StreamSlot.usualCapacity
        }
    }

    private func makeSlot() -> Slot {
        let fields = UnsafeMutablePointer<StreamSlot.FieldRange>.allocate(capacity: fieldCount)
        fields.initialize(repeating: StreamSlot.FieldRange(), count: fieldCount)
        let slot = Slot.allocate(capacity: 1)
        slot.initialize(
            to: StreamSlot(
                bytes: .allocate(capacity: StreamSlot.usualCapacity),
                capacity: StreamSlot.usualCapacity,
                fields: fields
            )
        )
        return slot
    }

    private static func deallocate(_ slot: Slot) {
        slot.pointee.bytes.deallocate()
        slot.pointee.fields.deallocate()
        slot.deallocate()
    }
}
