import APNs
import Foundation
import WorkersKV

/// What an import made of a pair.
public enum ImportOutcome: Hashable, Sendable {
    /// The token is new, or something of it changed.
    case new
    case changed
    /// All of it is there already; nothing is written.
    case unchanged
    /// It is no token with a record that an audience could be told from; the sentence says why.
    case notUnderstood(String)
    /// The store's rules or the day's budget forbid it.
    case refused(KVRefusal)
}

extension TokenRegistry {
    /// Says what an import of these pairs would come to, and changes nothing.
    public func preview(_ pairs: [BulkPair]) async throws(KVError) -> [ImportOutcome] {
        try await store.read { [tokens] reader throws(KVError) in
            var outcomes: [ImportOutcome] = []
            for pair in pairs {
                outcomes.append(
                    try Self.outcome(of: pair) { key throws(KVError) in try reader.entry(of: key, in: tokens) }.outcome
                )
            }
            return outcomes
        }
    }

    /// Takes pairs over as they are, values to the byte, in one commit; the keys are normalised as registrations are.
    ///
    /// - Parameters:
    ///   - pairs: A few thousand at most, so that registrations do not wait long for the commit.
    ///   - charge: Whether the writes are counted, and refused beyond the budget.
    /// - Returns: What became of each.
    /// - Throws: ``KVError/unavailable(_:)`` when nothing of them could be kept.
    public func take(_ pairs: [BulkPair], charge: KVCharge) async throws(KVError) -> [ImportOutcome] {
        try await store.commit { [self] transaction throws(KVError) in
            var outcomes: [ImportOutcome] = []
            for pair in pairs { outcomes.append(try take(pair, charge: charge, in: transaction)) }
            return outcomes
        }
    }

    private func take(
        _ pair: BulkPair,
        charge: KVCharge,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> ImportOutcome {
        let (outcome, key) = try Self.outcome(of: pair) { key throws(KVError) in
            try transaction.entry(of: key, in: tokens)
        }
        guard outcome == .new || outcome == .changed else { return outcome }
        do throws(KVError) {
            try transaction.put(
                pair.value,
                for: key,
                in: tokens,
                expiration: pair.expiration,
                metadata: pair.metadata,
                charge: charge
            )
            try deletions.forget(key, in: transaction)
            return outcome
        } catch .refused(let refusal) {
            return .refused(refusal)
        }
    }

    /// What is to be done with a pair, and the key under which it belongs.
    private static func outcome(
        of pair: BulkPair,
        former: (KeyName) throws(KVError) -> KVEntry?
    ) throws(KVError) -> (outcome: ImportOutcome, key: KeyName) {
        let key: KeyName
        do {
            key = try KeyName(try DeviceToken(pair.key.text))
            _ = try TokenRecord(pair.value)
        } catch let error as KVError {
            throw error
        } catch {
            return (.notUnderstood("\(error)"), pair.key)
        }
        guard let former = try former(key) else { return (.new, key) }
        let isSame =
            former.value == pair.value && former.metadata == pair.metadata && pair.expires(at: former.expiration)
        return (isSame ? .unchanged : .changed, key)
    }
}

extension BulkPair {
    /// Whether it names this moment and no other; a time to live is another moment each time.
    fileprivate func expires(at unixSeconds: Int?) -> Bool {
        switch expiration {
        case nil: unixSeconds == nil
        case .at(let moment): unixSeconds == moment
        case .after: false
        }
    }
}
