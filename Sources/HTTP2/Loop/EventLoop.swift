import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread of its own that waits on sockets and timers with poll(2), and on which all work of its connections happens.
///
/// One turn: wait; read what is ready; do what other threads handed over; fire timers; write what all of that brought
/// about. So answers and requests travel in batches, and no lock is taken per request.
///
/// It is a serial executor as well: an actor whose `unownedExecutor` is a loop lives on the loop's thread and may use
/// its sessions directly.
///
/// The thread holds the loop until ``stop()``. After that work is dropped, and an actor that lives here does no more.
public final class EventLoop: @unchecked Sendable {
    // Sendable because every stored property below `// The loop's own` is touched on its thread alone (checked by
    // `preconditionOnLoop`), and what stands above is a constant, a Mutex or an Atomic.
    private let inbox = Mutex(Inbox())
    private let pipe = WakePipe()
    private let thread = LoopThread()
    private let finished = Mutex<[CheckedContinuation<Void, Never>]?>([])

    // The loop's own
    private var pollSet: [pollfd] = []
    private var registrations: [LoopRegistration] = []
    private var readyNow: [(LoopRegistration, Int16)] = []
    private var flushing: [LoopRegistration] = []
    private var flushesDue: [LoopRegistration] = []
    private var againSoon: [LoopRegistration] = []
    private var endOfTurnWork: [() -> Void] = []
    private var timers = TimerHeap()
    private var taken = Inbox()

    /// Where sources read into; what stands in it is gone with the next read.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024 + 512, alignment: 16)

    /// The moment at which the present turn began to work. On the loop's thread.
    public private(set) var turnTime = MonotonicTime.now

    /// Starts a loop's thread.
    public init() {
        pollSet = [pollfd(fd: pipe.readDescriptor, events: Int16(POLLIN), revents: 0)]
        thread.start { [self] in run() }
    }

    deinit {
        readBuffer.deallocate()
    }

    /// Whether the caller is on the loop's thread.
    public var isCurrent: Bool { thread.isCurrent }

    func preconditionOnLoop(_ function: StaticString = #function) {
        precondition(isCurrent, "\(function) belongs on its event loop's thread.")
    }
}

extension EventLoop {
    /// Hands work over to the loop's thread, from any thread; it is done in order, after the sockets of the turn.
    ///
    /// Work that is handed over after ``stop()`` is dropped.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        put(.work(work))
    }

    /// Does work on the loop's thread after a delay. On the loop's thread.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> LoopTimer {
        preconditionOnLoop()
        let timer = LoopTimer(due: MonotonicTime.now.advanced(by: delay), work: work)
        timers.insert(timer)
        return timer
    }

    /// Does work once, at the end of the present turn and before output is written. On the loop's thread.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        preconditionOnLoop()
        endOfTurnWork.append(work)
    }

    /// Ends the thread after its present turn; sources that are still open are let go.
    public func stop() {
        inbox.withLock { $0.isStopping = true }
        pipe.wake()
    }

    /// Waits until the thread has done its last turn, after ``stop()``.
    public func stopped() async {
        await withCheckedContinuation { continuation in
            let isOver = finished.withLock { waiting in
                waiting?.append(continuation)
                return waiting == nil
            }
            if isOver { continuation.resume() }
        }
    }
}

extension EventLoop: SerialExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        put(.job(UnownedJob(job)))
    }

    public func checkIsolated() {
        preconditionOnLoop()
    }
}

// For sources, on the loop's thread.
extension EventLoop {
    func add(_ source: any LoopSource, descriptor: Int32, events: Int32) -> LoopRegistration {
        preconditionOnLoop()
        let registration = LoopRegistration(source: source, index: registrations.count)
        registrations.append(registration)
        pollSet.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        return registration
    }

    func setEvents(_ events: Int32, of registration: LoopRegistration) {
        guard registration.index >= 0 else { return }
        pollSet[registration.index + 1].events = Int16(events)
    }

    func remove(_ registration: LoopRegistration) {
        guard registration.index >= 0 else { return }
        let last = registrations.count - 1
        registrations.swapAt(registration.index, last)
        pollSet.swapAt(registration.index + 1, last + 1)
        registrations[registration.index].index = registration.index
        registrations.removeLast()
        pollSet.removeLast()
        registration.index = -1
    }

    /// Calls the source's `flush` at the end of the present turn, once.
    func flushAtEndOfTurn(_ registration: LoopRegistration) {
        guard !registration.isFlushDue else { return }
        registration.isFlushDue = true
        flushesDue.append(registration)
    }

    /// Calls the source's `ready` in the next turn without waiting: it left input behind that poll(2) does not see.
    func readAgain(_ registration: LoopRegistration) {
        againSoon.append(registration)
    }
}

extension EventLoop {
    private func put(_ item: Inbox.Item) {
        let wasEmpty = inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            inbox.items.append(item)
            return inbox.items.count == 1
        }
        if wasEmpty, !isCurrent { pipe.wake() }
    }

    private func run() {
        while !taken.isStopping {
            wait()
            serveSources()
            serveInbox()
            fireTimers()
            finishTurn()
        }
        letGo()
        let waiting = finished.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Lets everything go that holds the loop: sources, timers, work that nobody will do any more.
    private func letGo() {
        for registration in registrations { registration.source.loopStops() }
        // Whoever heard of that may have asked for a last thing.
        serveInbox()
        finishTurn()
        registrations = []
        againSoon = []
        timers = TimerHeap()
        inbox.withLock { inbox in
            inbox.isClosed = true
            inbox.items = []
        }
    }

    private func wait() {
        let hasWork = !againSoon.isEmpty || inbox.withLock { !$0.items.isEmpty || $0.isStopping }
        let timeout = hasWork ? 0 : millisecondsToNextTimer()
        let count = poll(&pollSet, nfds_t(pollSet.count), timeout)
        turnTime = .now
        guard count > 0 else { return }
        if pollSet[0].revents != 0 { pipe.drain() }
        for index in registrations.indices where pollSet[index + 1].revents != 0 {
            readyNow.append((registrations[index], pollSet[index + 1].revents))
        }
    }

    /// Rounded up, so that a timer is never woken for early; -1 waits for ever.
    private func millisecondsToNextTimer() -> Int32 {
        guard let due = timers.nextDue() else { return -1 }
        let now = MonotonicTime.now
        guard due > now else { return 0 }
        return Int32(clamping: (due.nanoseconds - now.nanoseconds + 999_999) / 1_000_000)
    }

    private func serveSources() {
        for (registration, events) in readyNow where registration.index >= 0 {
            registration.source.ready(events)
        }
        readyNow.removeAll(keepingCapacity: true)
        guard !againSoon.isEmpty else { return }
        let again = againSoon
        againSoon.removeAll(keepingCapacity: true)
        for registration in again where registration.index >= 0 {
            registration.source.ready(Int16(POLLIN))
        }
    }

    private func serveInbox() {
        inbox.withLock {
            swap(&$0.items, &taken.items)
            taken.isStopping = $0.isStopping
        }
        for item in taken.items {
            switch item {
            case .work(let work): work()
            case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }
        taken.items.removeAll(keepingCapacity: true)
    }

    private func fireTimers() {
        while let timer = timers.popDue(by: turnTime) { timer.fire() }
    }

    /// Goes on until nothing is left: a flush may end a connection, and whoever hears of it may ask for more.
    private func finishTurn() {
        repeat {
            doEndOfTurnWork()
            flushSources()
        } while !endOfTurnWork.isEmpty
    }

    private func doEndOfTurnWork() {
        while !endOfTurnWork.isEmpty {
            let work = endOfTurnWork
            endOfTurnWork.removeAll(keepingCapacity: true)
            for item in work { item() }
        }
    }

    private func flushSources() {
        while !flushesDue.isEmpty {
            swap(&flushing, &flushesDue)
            for registration in flushing {
                registration.isFlushDue = false
                if registration.index >= 0 { registration.source.flush() }
            }
            flushing.removeAll(keepingCapacity: true)
        }
    }
}

/// What other threads handed over and the loop has not taken yet.
private struct Inbox {
    enum Item {
        case work(@Sendable () -> Void)
        case job(UnownedJob)
    }

    var items: [Item] = []
    var isStopping = false
    var isClosed = false
}
