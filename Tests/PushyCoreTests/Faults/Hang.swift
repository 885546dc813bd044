import Dispatch
import Foundation
import Synchronization

/// The clock of a server that hangs when it has looked at it so often, or when it is told to: its threads stand still in the middle of a request,
/// the system takes connections for it, and nobody serves them.
final class Hang: Sendable {
    private struct State {
        var looksLeft: Int
        var isOver = false
        var sleepers = 0
    }

    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)

    init(after lookCount: Int = .max) {
        state = Mutex(State(looksLeft: lookCount))
    }

    func begin() {
        state.withLock { $0.looksLeft = 0 }
    }

    @Sendable func now() -> Date {
        let sleeps = state.withLock { state in
            guard !state.isOver, state.looksLeft <= 0 else {
                state.looksLeft -= 1
                return false
            }
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
