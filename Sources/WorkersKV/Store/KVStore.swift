import Foundation
import Synchronization

/// The key-value store: Workers KV's semantics, limits and budget over an engine of one's own.
///
/// Reads see a consistent moment and last short; writes go through one writer, which commits together what arrives
/// together and answers once it is durable.
public final class KVStore: Sendable {
    /// The account's budget.
    public let budget: KVBudget

    let engine: any KVEngine
    let groupCommit: GroupCommit
    let now: @Sendable () -> Date
    private let maintenance = Mutex<Task<Void, Never>?>(nil)

    private init(engine: any KVEngine, budget: KVBudget, now: @escaping @Sendable () -> Date) {
        self.engine = engine
        self.budget = budget
        self.now = now
        groupCommit = GroupCommit(engine: engine, budget: budget, now: now)
    }

    deinit {
        maintenance.withLock { $0?.cancel() }
    }

    /// Opens the store that an engine holds, or lays one out in an empty engine.
    ///
    /// - Parameters:
    ///   - engine: What keeps the bytes; the store closes it.
    ///   - budget: The account's plan and limits.
    ///   - maintenance: How often expired keys are removed and counts in memory written; nil leaves that to
    ///     ``maintain()``, as a command beside a running server does.
    ///   - now: The clock for expiry and budgets.
    /// - Returns: The open store.
    /// - Throws: ``KVError/incompatible(_:)`` or ``KVError/unavailable(_:)``.
    public static func open(
        engine: any KVEngine,
        budget: KVBudget = KVBudget(),
        maintenance: Duration? = .seconds(30),
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws(KVError) -> KVStore {
        let store = KVStore(engine: engine, budget: budget, now: now)
        try await store.layOut()
        if let maintenance { store.startMaintenance(every: maintenance) }
        return store
    }

    /// Writes the counts that are in memory, waits for what is under way, and lets the engine go.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the counts could not be written; the store is closed all the same.
    public func close() async throws(KVError) {
        maintenance.withLock { $0?.cancel() }
        defer { engine.close() }
        try await flushCounts()
    }

    private func startMaintenance(every interval: Duration) {
        let task = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
                guard let self, !Task.isCancelled else { return }
                // What could not be removed now is removed by a later turn; until then it is expired all the same.
                _ = try? await self.maintain()
            }
        }
        maintenance.withLock { $0 = task }
    }
}
