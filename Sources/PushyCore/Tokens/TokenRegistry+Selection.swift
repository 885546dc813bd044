import APNs
import WorkersKV

extension TokenRegistry {
    /// Tells those of the tokens that a selection still reaches from those that are gone, or belong elsewhere by now.
    func divide(
        _ tokens: [DeviceToken],
        by selection: Selection
    ) async throws(KVError) -> (reached: [DeviceToken], withdrawn: [DeviceToken]) {
        try await store.charge(.reads, tokens.count)
        var reached: [DeviceToken] = []
        var withdrawn: [DeviceToken] = []
        // Short transactions, as a walk has them.
        for start in stride(from: 0, to: tokens.count, by: Self.keysPerTransaction) {
            let part = tokens.dropFirst(start).prefix(Self.keysPerTransaction)
            try await store.read { transaction throws(KVError) in
                for token in part {
                    if try isReached(token, by: selection, in: transaction) {
                        reached.append(token)
                    } else {
                        withdrawn.append(token)
                    }
                }
            }
        }
        return (reached, withdrawn)
    }

    private func isReached(
        _ token: DeviceToken,
        by selection: Selection,
        in transaction: borrowing KVReadTransaction
    ) throws(KVError) -> Bool {
        let key = try KeyName(token)
        let glance = try transaction.withValue(of: key, in: tokens) { TokenGlance($0) } ?? nil
        guard let glance, selection.includes(pro: glance.pro, environment: glance.environment) else { return false }
        return try !deletions.contains(key, in: transaction)
    }
}
