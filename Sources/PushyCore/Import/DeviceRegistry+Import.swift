import APNs
import Foundation
import WorkersKV

/// What an import made of a token.
public enum ImportOutcome: Hashable, Sendable {
    /// The device was not there.
    case new
    /// Something of its record was another.
    case changed
    /// All of it is there already; nothing is written.
    case unchanged
    /// The app has registered it since; nothing is written.
    case newerHere
    /// The store's rules or the budget forbid it.
    case refused(KVRefusal)

    /// Whether it is a write.
    public var isWrite: Bool { self == .new || self == .changed }
}

extension DeviceRegistry {
    /// Says what an import of these devices would come to, and changes nothing.
    public func preview(_ imports: [TokenImport]) async throws(KVError) -> [ImportOutcome] {
        try await registry.store.read { [registry] reader throws(KVError) in
            var outcomes: [ImportOutcome] = []
            for token in imports {
                let outcome = Self.outcome(of: token, over: try reader.entry(of: token.key, in: registry.tokens))
                let refusal = outcome.isWrite ? token.refusal(at: registry.now()) : nil
                outcomes.append(refusal.map { .refused($0) } ?? outcome)
            }
            return outcomes
        }
    }

    /// Takes devices over in one commit, a few thousand at most, so that registrations do not wait long for it.
    ///
    /// An exempt charge neither counts the writes nor has the budget refuse them. The answer says what became of each.
    public func take(_ imports: [TokenImport], charge: KVCharge) async throws(KVError) -> [ImportOutcome] {
        try await registry.store.commit { [self] transaction throws(KVError) in
            var outcomes: [ImportOutcome] = []
            for token in imports { outcomes.append(try take(token, charge: charge, in: transaction)) }
            return outcomes
        }
    }

    private func take(
        _ token: TokenImport,
        charge: KVCharge,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) -> ImportOutcome {
        let outcome = Self.outcome(of: token, over: try transaction.entry(of: token.key, in: registry.tokens))
        guard outcome.isWrite else { return outcome }
        do throws(KVError) {
            try transaction.put(
                token.value,
                for: token.key,
                in: registry.tokens,
                expiration: token.expiration,
                metadata: token.metadata,
                charge: charge
            )
            if let entry = token.entry { try index.enter(entry, of: token.user, in: transaction) }
            return outcome
        } catch .refused(let refusal) {
            return .refused(refusal)
        }
    }

    /// What is to be done with a token. A registration that is newer than the import stays, so that an import which takes
    /// several days does not take back what the app has said in the meantime.
    private static func outcome(of token: TokenImport, over former: KVEntry?) -> ImportOutcome {
        guard let former else { return .new }
        if former.value == token.value, former.metadata == token.metadata, token.expires(at: former.expiration) {
            return .unchanged
        }
        if let here = (try? TokenRecord(former.value))?.registered, here > token.registered ?? .distantPast {
            return .newerHere
        }
        return .changed
    }
}

extension TokenImport {
    /// Which rule of the store a write of it would break, whatever the budget says.
    fileprivate func refusal(at moment: Date) -> KVRefusal? {
        guard value.count <= KVLimits.valueByteCount else { return .valueTooLong(byteCount: value.count) }
        do throws(KVRefusal) {
            _ = try expiration?.unixSeconds(now: moment)
            return nil
        } catch {
            return error
        }
    }

    /// Whether it names this moment and no other; a time to live is another moment each time.
    fileprivate func expires(at unixSeconds: Int?) -> Bool {
        switch expiration {
        case nil: unixSeconds == nil
        case .at(let moment): unixSeconds == moment
        case .after: false
        }
    }
}
