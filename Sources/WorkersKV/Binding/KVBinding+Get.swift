extension KVBinding {
    /// The value of a key; nil when it is missing or expired. One read, a miss too.
    public func get(_ key: KeyName) async throws(KVError) -> [UInt8]? {
        try await getWithMetadata(key)?.value
    }

    /// The value of a key with its metadata and expiry; nil when it is missing or expired. One read, a miss too.
    public func getWithMetadata(_ key: KeyName) async throws(KVError) -> KVEntry? {
        try await charge(.reads)
        return try store.snapshot { snapshot throws(KVError) in try snapshot.entry(of: key, in: namespace) }
    }

    /// The entries of 1 to 100 keys, of one moment; the missing are left out. A read for each key.
    ///
    /// - Throws: ``KVRefusal/noKeys``, ``KVRefusal/tooManyKeys`` or ``KVRefusal/bulkTooLong`` as
    ///   ``KVError/refused(_:)``.
    public func get(_ keys: [KeyName]) async throws(KVError) -> [KeyName: KVEntry] {
        try check { () throws(KVRefusal) in
            guard !keys.isEmpty else { throw .noKeys }
            guard keys.count <= KVLimits.keysInBulkGet else { throw .tooManyKeys }
        }
        try await charge(.reads, keys.count)
        return try store.snapshot { snapshot throws(KVError) in
            var entries: [KeyName: KVEntry] = [:]
            var byteCount = 0
            for key in Set(keys) {
                guard let entry = try snapshot.entry(of: key, in: namespace) else { continue }
                byteCount += entry.value.count
                guard byteCount <= KVLimits.bulkGetByteCount else { throw .refused(.bulkTooLong) }
                entries[key] = entry
            }
            return entries
        }
    }
}

extension KVStore {
    /// Runs the body on a consistent moment, with the store's own errors alone.
    func snapshot<Result>(_ body: (Snapshot) throws(KVError) -> Result) throws(KVError) -> Result {
        let unixSeconds = now().wholeUnixSeconds
        return try engine.read { reader in
            Swift.Result { () throws(KVError) in try body(Snapshot(reader: reader, unixSeconds: unixSeconds)) }
        }.get()
    }
}
