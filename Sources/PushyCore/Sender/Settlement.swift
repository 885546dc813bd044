import APNs
import Foundation
import WorkersKV

/// Turns outcomes into lasting facts: counts, deletions and the checkpoint, all in one transaction.
struct Settlement: Sendable {
    let registry: TokenRegistry
    let records: BroadcastRecords

    /// Settles pages that follow on the broadcast's cursor without a gap, those whom its walk has not come to, and those
    /// who were late; what its owner made of the broadcast meanwhile stands.
    ///
    /// - Returns: the broadcast as it is stored now.
    func settle(
        _ pages: [AnsweredPage],
        ahead: [AnsweredPage],
        late: LateAnswers?,
        of broadcast: Broadcast
    ) async throws(KVError) -> Broadcast {
        try await registry.store.commit { [registry, records] transaction throws(KVError) in
            var settled = try records.broadcast(broadcast.id, in: transaction) ?? broadcast
            var waiting = settled.late ?? []
            if let late { waiting.removeAll(where: late.tokens.contains) }
            for answered in pages + ahead + [late?.answered].compactMap({ $0 }) {
                // Nearly all were accepted, and nothing is done about them but that they are counted.
                let others = answered.withoutAccepted
                settled.tally.accepted += answered.outcomes.count - others.outcomes.count
                for (delivery, outcome) in zip(others.page.deliveries, others.outcomes) {
                    if case .late = outcome {
                        waiting.append(delivery.token.hex)
                        continue
                    }
                    let fate = try registry.settle(
                        outcome,
                        of: delivery.token,
                        sentAt: answered.sentAt,
                        to: broadcast.environment,
                        in: transaction
                    )
                    settled.tally.count(fate)
                }
                settled.cursor = answered.page.cursor ?? settled.cursor
            }
            settled.late = waiting.isEmpty ? nil : waiting
            settled.noteAhead(ahead.flatMap(\.page.deliveries).map(\.token.hex))
            return try records.put(settled, in: transaction)
        }
    }
}
