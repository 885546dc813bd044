extension KVStore {
    /// The version of the layout that this program reads and writes.
    private static let formatVersion: UInt32 = 1

    /// Checks the layout's version, or begins one.
    func layOut() async throws(KVError) {
        let version = try engine.read { reader in
            Result { () throws(KVError) in
                try reader.decode(StoreKey.format) { UInt32(bigEndianBytes: $0) }
            }
        }.get()
        switch version {
        case Self.formatVersion: return
        case nil:
            try await commit { transaction throws(KVError) in
                try transaction.context.writer.put(
                    Self.formatVersion.bigEndianBytes,
                    for: StoreKey.format
                )
            }
        case let version?:
            throw .incompatible(
                "The store has format \(version), and this release reads \(Self.formatVersion). Run the newest release."
            )
        }
    }
}
