import APNs
import Foundation
import WorkersKV

extension TokenRegistry {
    /// What became of a token that the owner discards.
    public enum Discarding: String, Sendable {
        case removed
        /// The budget of deletes is spent: no broadcast goes to it any more, and it is deleted once the budget allows it.
        case pending
        /// There was no such token.
        case absent
    }

    /// Removes a token at the owner's wish, now or as soon as the budget allows it.
    ///
    /// A device that registers again before it was deleted stays.
    ///
    /// - Throws: ``KVError/refused(_:)`` when the budget is spent and the token's record cannot be read: then it must be asked
    ///   for again after the reset.
    public func discard(_ token: DeviceToken) async throws(KVError) -> Discarding {
        do throws(KVError) {
            return try await remove(token) == .removed ? .removed : .absent
        } catch .refused(.budgetSpent(.deletes, let period)) {
            return try await postponeDeletion(of: token, beyond: period)
        }
    }

    private func postponeDeletion(of token: DeviceToken, beyond period: BudgetPeriod) async throws(KVError)
        -> Discarding
    {
        let key = try KeyName(token)
        return try await store.commit { [tokens, deletions] transaction throws(KVError) in
            guard try transaction.value(of: key, in: tokens) != nil else { return .absent }
            guard let record = try transaction.record(of: key, in: tokens) else {
                throw .refused(.budgetSpent(.deletes, period))
            }
            // A record keeps whole seconds, and one of this second is meant as well.
            let since = transaction.now + 1
            let environment = record.environment ?? .production
            try deletions.add(key, goneSince: since, by: environment, in: transaction)
            return .pending
        }
    }
}
