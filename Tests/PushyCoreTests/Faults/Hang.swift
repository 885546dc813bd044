import Dispatch
import Foundation
import Synchronization

/// The clock of a server that hangs when it has looked at it so often: its threads stand still in the middle of a request,
/// the system takes connections for it, and nobody serves them.
final class Hang: Sendable {
    private struct State {
        var lookCount = 0
        var isOver = false
        var sleepers = 0
    }

    private let limit: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    init(after limit: Int) {
        self.limit = limit
    }

    @Sendable func now() -> Date {
        let sleeps = state.withLock { state in
            state.lookCount += 1
            guard !state.isOver, state.lookCount > limit else { return false }
            state.sleepers += 1
            return true
        }
        if sleeps { wake.wait() }
        return Date()
    }

    func end() {
        let sleepers = state.withLock { state in
            state.isOver = true
            return state.sleepers
        }
        for _ in 0..<sleepers { wake.signal() }
    }
}
