import HTTP2
import Synchronization

@testable import APNs

/// Keeps requests unanswered until a test releases them.
final class HeldAnswers: Sendable {
    private struct State {
        var held: [(LoopBound<ServerSession>, ScriptedAPNs.Request)] = []
        var isReleased = false
        var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func hold(_ session: ServerSession, _ request: ScriptedAPNs.Request) {
        let (isReleased, woken) = state.withLock { state in
            if !state.isReleased { state.held.append((LoopBound(session, on: session.loop), request)) }
            let woken = state.waiting.filter { $0.count <= state.held.count }
            state.waiting.removeAll { $0.count <= state.held.count }
            return (state.isReleased, woken)
        }
        if isReleased { session.accept(request) }
        for (_, continuation) in woken { continuation.resume() }
    }

    /// Returns when so many requests are held.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.held.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Accepts what is held, and all that comes later.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isReleased = true
            return state.held
        }
        for (session, request) in held {
            session.loop.execute { session.value.accept(request) }
        }
    }
}

extension APNsClient {
    /// Returns once the pool has seen the shutdown: what it hands over after that is refused.
    func isShuttingDown() async {
        while await statistics() != APNsStatistics() { await Task.yield() }
    }
}
