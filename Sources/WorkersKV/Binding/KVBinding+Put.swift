extension KVBinding {
    /// Sets value, expiry and metadata of a key together; leaving expiry or metadata out means none. One write.
    ///
    /// - Throws: ``KVError/refused(_:)`` for a value above 25 MiB, an expiry less than 60 seconds ahead, the same key
    ///   within a second, or a spent budget; ``KVError/unavailable(_:)``.
    public func put(
        _ value: [UInt8],
        for key: KeyName,
        expiration: KVExpiration? = nil,
        metadata: KVMetadata? = nil
    ) async throws(KVError) {
        let namespace = namespace
        try await store.commit { transaction throws(KVError) in
            _ = try transaction.put(value, for: key, in: namespace, expiration: expiration, metadata: metadata)
        }
    }

    /// Removes a key; a missing one too is one delete.
    public func delete(_ key: KeyName) async throws(KVError) {
        let namespace = namespace
        try await store.commit { transaction throws(KVError) in
            _ = try transaction.delete(key, in: namespace)
        }
    }
}
