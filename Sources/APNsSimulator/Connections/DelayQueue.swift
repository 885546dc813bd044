import HTTP2

/// Answers that wait for their moment, the earliest first: one heap and one timer of the loop for all of them.
struct DelayQueue {
    struct Entry {
        let due: MonotonicTime
        /// Keeps answers that are due at once in the order of their requests.
        let order: UInt64
        let connection: SimulatorConnection
        let streamID: Int32
        let response: PreparedResponse
        let identifier: NotificationID

        func isBefore(_ other: Entry) -> Bool {
            due == other.due ? order < other.order : due < other.due
        }
    }

    private var heap: [Entry] = []

    var earliest: MonotonicTime? { heap.first?.due }

    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first entry that is due by then.
    mutating func popDue(by moment: MonotonicTime) -> Entry? {
        guard let first = heap.first, first.due <= moment else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var earliest = parent
            for child in (2 * parent + 1)...(2 * parent + 2)
            where child < heap.count && heap[child].isBefore(heap[earliest]) {
                earliest = child
            }
            guard earliest != parent else { return first }
            heap.swapAt(parent, earliest)
            parent = earliest
        }
    }

    mutating func removeAll() {
        heap.removeAll()
    }
}
