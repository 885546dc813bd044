import Foundation
import WorkersKV

extension TokenRegistry {
    /// How many deletions one transaction carries out: registrations wait no longer than for these.
    private static let deletionsPerCommit = 200
    /// One in so many deletes of a budget is left to people who opt out, who would be refused otherwise.
    private static let shareForOthers = 4
    /// What is left of the budget so shortly before the next one begins is lost anyway.
    private static let secondsOfTheRest = 3600.0

    /// How many tokens are to be deleted once the budget allows it.
    public func pendingDeletionCount() async throws(KVError) -> Int {
        try await deletions.count(in: store)
    }

    /// Carries out the deletions that waited, oldest first, as far as the budget goes.
    ///
    /// - Returns: how many tokens were deleted.
    @discardableResult
    public func carryOutPendingDeletions() async throws(KVError) -> Int {
        let room = try await roomForDeletions()
        guard room > 0 else { return 0 }
        let waiting = try await deletions.all(in: store).prefix(room)
        var deleted = 0
        for start in stride(from: 0, to: waiting.count, by: Self.deletionsPerCommit) {
            let batch = Array(waiting.dropFirst(start).prefix(Self.deletionsPerCommit))
            let done = try await store.commit { [self] transaction throws(KVError) in
                try carryOut(batch, in: transaction)
            }
            deleted += done.deleted
            if done.isBudgetSpent { break }
        }
        return deleted
    }

    /// How many of the deletes that are left now may go to deletions that waited.
    private func roomForDeletions() async throws(KVError) -> Int {
        guard store.budget.enforced.contains(.deletes) else { return .max }
        let usage = try await store.usage()
        guard let deletes = usage.spending[.deletes], let limit = deletes.limit, let remaining = deletes.remaining
        else { return .max }
        let isTheRest = usage.resetsAt.timeIntervalSince(now()) <= Self.secondsOfTheRest
        return isTheRest ? remaining : max(0, remaining - limit / Self.shareForOthers)
    }

    private func carryOut(
        _ batch: [PendingDeletions.Waiting],
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> (deleted: Int, isBudgetSpent: Bool) {
        var deleted = 0
        for waiting in batch {
            let (token, entry) = (waiting.token, waiting.entry)
            // It may have been written or deleted since the list was made.
            guard try deletions.contains(token, in: transaction) else { continue }
            guard let record = try transaction.record(of: token, in: tokens),
                DeletionRule.allows(deleting: record, goneSince: entry.since, by: entry.environment)
            else {
                try deletions.forget(token, in: transaction)
                continue
            }
            do throws(KVError) {
                try transaction.delete(token, in: tokens)
                deleted += 1
            } catch .refused(.budgetSpent) {
                return (deleted, true)
            }
        }
        return (deleted, false)
    }
}
