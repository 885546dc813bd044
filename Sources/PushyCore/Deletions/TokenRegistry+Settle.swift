import APNs
import Foundation
import WorkersKV

extension TokenRegistry {
    /// Decides what an outcome means for a token and carries it out: compared and deleted in one transaction.
    func settle(
        _ outcome: APNsOutcome,
        of token: DeviceToken,
        sentAt: Date,
        to environment: APNsEnvironment,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> Fate {
        guard case .gone(let reason, let named) = outcome else { return Fate(untouched: outcome) }
        // A forwarder's own 410 says nothing of the token.
        guard reason == "Unregistered" || reason == "ExpiredToken" else { return .rejected(reason) }
        let key = try KeyName(token)
        // A token that is not registered, such as one typed in for a trial, has nothing to delete.
        guard let origin = try transaction.withValue(of: key, in: tokens, { TokenOrigin($0) }) ?? nil else {
            return .rejected(reason)
        }
        // APNs names the moment. A server that does not still speaks of a time no earlier than the request.
        let since = named ?? sentAt
        guard DeletionRule.allows(deleting: origin, goneSince: since, by: environment) else { return .kept }
        do throws(KVError) {
            try deleteDead(key, in: transaction)
            return .removed
        } catch .refused(.budgetSpent) {
            try deletions.add(key, goneSince: since, by: environment, in: transaction)
            return .pending
        }
    }
}
