import Dispatch
import Foundation
import Synchronization

/// The one writer: requests that arrive while a commit is flushed share the next one.
///
/// A request's body runs once. Its caller hears of it after the flush, or that all of the commit failed.
final class GroupCommit: Sendable {
    private let engine: any KVEngine
    private let budget: KVBudget
    private let now: @Sendable () -> Date
    private let queue = DispatchQueue(label: "WorkersKV.GroupCommit", qos: .userInitiated)
    private let waiting = Mutex(Waiting())
    private let pending = Mutex(PendingCounts())

    private struct Waiting {
        var requests: [Request] = []
        var isWriterAwake = false
    }

    private struct Request: Sendable {
        let run: @Sendable (WriteContext, Date) -> Void
        let finish: @Sendable (KVError?) -> Void
    }

    /// A commit is cut off here so that large values do not pile up in memory; the rest goes into the next.
    private static let byteCountPerCommit = 64 << 20

    init(engine: any KVEngine, budget: KVBudget, now: @escaping @Sendable () -> Date) {
        self.engine = engine
        self.budget = budget
        self.now = now
    }

    /// Runs the body in the next commit and returns its result once that is durable.
    func submit<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing KVWriteTransaction) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = Outcome<Result>()
            add(
                Request(
                    run: { context, moment in
                        outcome.set(Swift.Result { try context.run(at: moment, body) })
                    },
                    finish: { failure in
                        continuation.resume(with: outcome.result(orFailing: failure))
                    }
                )
            )
        }
    }

    /// Lets the next commit carry counts.
    func count(_ change: (inout PendingCounts) -> Void) {
        pending.withLock { change(&$0) }
    }

    /// The counts that wait for a commit.
    var pendingCounts: PendingCounts {
        pending.withLock { $0 }
    }

    private func add(_ request: Request) {
        let wakes = waiting.withLock { waiting in
            waiting.requests.append(request)
            defer { waiting.isWriterAwake = true }
            return !waiting.isWriterAwake
        }
        if wakes { queue.async { self.commitUntilNoneWaits() } }
    }

    private func commitUntilNoneWaits() {
        while true {
            let requests = waiting.withLock { waiting in
                let requests = waiting.requests
                waiting.requests = []
                waiting.isWriterAwake = !requests.isEmpty
                return requests
            }
            guard !requests.isEmpty else { return }
            var remaining = requests[...]
            while !remaining.isEmpty { remaining = commit(remaining) }
        }
    }

    /// Commits the first of the requests together and answers them; returns those that did not fit.
    private func commit(_ requests: ArraySlice<Request>) -> ArraySlice<Request> {
        let carried = pending.withLock { pending in
            defer { pending = PendingCounts() }
            return pending
        }
        var next = requests.startIndex
        var failure: KVError?
        do {
            try engine.write { writer throws(KVError) in
                let context = WriteContext(writer, BudgetLedger(budget: budget), now: now())
                try carried.enter(into: &context.ledger, writer)
                while next < requests.endIndex, context.writtenByteCount < Self.byteCountPerCommit {
                    requests[next].run(context, now())
                    next += 1
                }
                try context.ledger.save(to: writer)
            }
        } catch {
            failure = error
            pending.withLock { $0.add(carried) }
            // An engine that could not even begin fails everybody, so that nobody waits for ever.
            if next == requests.startIndex { next = requests.endIndex }
        }
        for request in requests[..<next] { request.finish(failure) }
        return requests[next...]
    }
}

/// What a body left, carried from the writer's turn to its caller.
private final class Outcome<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, any Error>?>(nil)

    func set(_ result: Result<Value, any Error>) {
        stored.withLock { $0 = result }
    }

    func result(orFailing failure: KVError?) -> Result<Value, any Error> {
        if let failure { return .failure(failure) }
        return stored.withLock { $0 } ?? .failure(KVError.closed)
    }
}
