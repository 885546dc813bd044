import Foundation
import WorkersKV

extension TokenRegistry {
    /// How many deletions one transaction carries out: registrations wait no longer than for these.
    private static let deletionsPerCommit = 200

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
        guard let remaining = try await store.usage().spending[.deletes]?.remaining else { return .max }
        return max(0, remaining - reserve(at: now()))
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
                DeletionRule.allows(deleting: TokenOrigin(record), goneSince: entry.since, by: entry.environment)
            else {
                try deletions.forget(token, in: transaction)
                continue
            }
            do throws(KVError) {
                try deleteDead(token, in: transaction)
                deleted += 1
            } catch .refused(.budgetSpent) {
                return (deleted, true)
            }
        }
        return (deleted, false)
    }
}

extension TokenRegistry {
    /// One in so many deletes of a budget is left to people who opt out, who would be refused otherwise.
    private static let shareForOthers = 4
    /// What is left of the budget so shortly before the next one begins is lost anyway.
    private static let secondsOfTheRest = 3600.0

    /// Deletes a device that its service calls dead. It can wait for the budget, and leaves those that others need.
    ///
    /// - Throws: ``KVError/refused(_:)`` where it has to wait.
    func deleteDead(_ key: KeyName, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        try transaction.delete(key, in: tokens, charge: .countedLeaving(reserve(at: transaction.now)))
    }

    /// How many deletes are left to others.
    private func reserve(at moment: Date) -> Int {
        guard let limit = store.budget.limit(of: .deletes) else { return 0 }
        let end = BudgetPeriod(store.budget.plan.granularity, containing: moment).end
        return end.timeIntervalSince(moment) <= Self.secondsOfTheRest ? 0 : limit / Self.shareForOthers
    }
}
