/// Work that a loop does once at a given moment, unless it is cancelled before. Belongs to its loop's thread.
public final class LoopTimer {
    let due: MonotonicTime
    private var work: (() -> Void)?

    init(due: MonotonicTime, work: @escaping () -> Void) {
        self.due = due
        self.work = work
    }

    /// Forgets the work. Does nothing when it is done already.
    public func cancel() {
        work = nil
    }

    var isCancelled: Bool { work == nil }

    func fire() {
        guard let work else { return }
        self.work = nil
        work()
    }
}

/// Timers with the earliest first: a binary heap, because few timers are set and fewer fire.
struct TimerHeap {
    private var timers: [LoopTimer] = []

    /// When the next timer is due; cancelled ones at the top are dropped on the way.
    mutating func nextDue() -> MonotonicTime? {
        while let first = timers.first, first.isCancelled { _ = popFirst() }
        return timers.first?.due
    }

    mutating func insert(_ timer: LoopTimer) {
        timers.append(timer)
        var child = timers.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard timers[child].due < timers[parent].due else { break }
            timers.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first timer that is due by then.
    mutating func popDue(by moment: MonotonicTime) -> LoopTimer? {
        guard let due = nextDue(), due <= moment else { return nil }
        return popFirst()
    }

    private mutating func popFirst() -> LoopTimer {
        timers.swapAt(0, timers.count - 1)
        let first = timers.removeLast()
        var parent = 0
        while true {
            var earliest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < timers.count && timers[child].due < timers[earliest].due {
                earliest = child
            }
            guard earliest != parent else { return first }
            timers.swapAt(parent, earliest)
            parent = earliest
        }
    }
}
