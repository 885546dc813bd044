import APNs
import Foundation
import WorkersKV

/// Turns outcomes into lasting facts: counts, deletions and the checkpoint, all in one transaction.
struct Settlement: Sendable {
    let registry: TokenRegistry
    let records: BroadcastRecords

    /// Settles pages that follow on the broadcast's cursor without a gap; what its owner made of the broadcast meanwhile
    /// stands.
    ///
    /// - Returns: the broadcast as it is stored now.
    func settle(_ pages: [AnsweredPage], of broadcast: Broadcast) async throws(KVError) -> Broadcast {
        try await registry.store.commit { [registry, records] transaction throws(KVError) in
            var settled = try records.broadcast(broadcast.id, in: transaction) ?? broadcast
            for answered in pages {
                for (delivery, outcome) in zip(answered.page.deliveries, answered.outcomes) {
                    let fate = try registry.settle(
                        outcome,
                        of: delivery.token,
                        sentAt: answered.sentAt,
                        to: broadcast.draft.selection.environment,
                        in: transaction
                    )
                    settled.tally.count(fate)
                }
                settled.cursor = answered.page.cursor ?? settled.cursor
            }
            return try records.put(settled, in: transaction)
        }
    }
}
