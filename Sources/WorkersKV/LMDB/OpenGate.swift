import Foundation
import Synchronization

/// Counts who is inside, so that what is used inside ends only when nobody is.
struct OpenGate: ~Copyable, Sendable {
    private let state = Atomic<Int>(0)

    /// Set beside the count once the gate is closed.
    private static let closed = 1 << 62

    /// Runs the body, or throws ``KVError/closed``.
    func pass<Result>(_ body: () throws(KVError) -> Result) throws(KVError) -> Result {
        let before = state.add(1, ordering: .acquiringAndReleasing).oldValue
        defer { state.subtract(1, ordering: .acquiringAndReleasing) }
        guard before < Self.closed else { throw .closed }
        return try body()
    }

    /// Lets nobody in any more and waits until all are out; whether this call closed it.
    func close() -> Bool {
        let before = state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue
        guard before < Self.closed else { return false }
        // Passages are short, and closing is rare: looking again each 100 microseconds is enough.
        while state.load(ordering: .acquiring) != Self.closed { usleep(100) }
        return true
    }
}
