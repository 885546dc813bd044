import Synchronization

/// The handlers that go on though the connection is gone that brought their request.
final class UnattendedTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Whether no more are to be taken. Whoever leaves them behind has nothing to lose; the memory has.
    var areMany: Bool { state.withLock { $0.tasks.count >= Self.limit } }

    /// Whether there are none.
    var isEmpty: Bool { state.withLock { $0.tasks.isEmpty } }

    /// Keeps a handler's task until it is done.
    func add(_ task: Task<Void, Never>) {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.tasks[state.lastNumber] = task
            return state.lastNumber
        }
        Task {
            await task.value
            state.withLock { $0.tasks[number] = nil }
        }
    }

    /// Tells all of them that nobody waits any longer.
    func cancel() {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    /// More than what the sends of a dozen apps whose services hang leave behind.
    private static let limit = 32_768
}
