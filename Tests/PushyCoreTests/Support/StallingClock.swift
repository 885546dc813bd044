import Synchronization

/// A clock on which the first sleeps are over at once, and all others last until their task is cancelled.
final class StallingClock: Clock {
    typealias Instant = SteppedClock.Instant

    private let left: Mutex<Int>

    init(after sleepCount: Int) {
        left = Mutex(sleepCount)
    }

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let isOver = left.withLock { left in
            left -= 1
            return left >= 0
        }
        if isOver { return }
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        continuation.finish()
        throw CancellationError()
    }
}
