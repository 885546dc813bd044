import Synchronization

/// How a sender's owner has it come to its end: nothing more is begun from then on, and what is in flight is answered for as
/// long as there is time.
final class Halt: Sendable {
    private struct State {
        var isCalled = false
        var isUrgent = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Whether nothing more is to be begun.
    var isCalled: Bool { state.withLock { $0.isCalled } }

    /// Has nothing more begun; what is in flight has the time that its request has.
    func call() {
        state.withLock { $0.isCalled = true }
    }

    /// The same where nobody waits for what is in flight any longer than for a moment.
    func hurry() {
        let waiting = state.withLock { state in
            defer { state = State(isCalled: true, isUrgent: true) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns once there is a hurry. Whoever made this sees to that in the end.
    func urgency() async {
        await withCheckedContinuation { continuation in
            let isUrgent = state.withLock { state in
                if !state.isUrgent { state.waiting.append(continuation) }
                return state.isUrgent
            }
            if isUrgent { continuation.resume() }
        }
    }
}
