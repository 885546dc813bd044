/// What a turn of maintenance removed from the disk.
public struct KVMaintenance: Hashable, Sendable {
    /// Keys whose expiry had come.
    public internal(set) var expiredKeys = 0

    /// Keys of deleted namespaces.
    public internal(set) var orphanedKeys = 0
}

extension KVStore {
    /// How many keys one commit of maintenance removes, so that writes which arrive meanwhile wait for little.
    private static let keysPerCommit = 500

    /// Removes what has expired and what deleted namespaces left, forgets old tallies, and writes the counts that are in
    /// memory. Nothing of it is charged.
    ///
    /// - Throws: ``KVError/unavailable(_:)``; what was removed before stays removed.
    @discardableResult
    public func maintain() async throws(KVError) -> KVMaintenance {
        var done = KVMaintenance()
        try await flushCounts()
        while case let removed = try await removeExpired(), removed > 0 { done.expiredKeys += removed }
        while case let removed = try await removeOrphans(), removed > 0 { done.orphanedKeys += removed }
        try await forgetOldTallies()
        try engine.maintain()
        return done
    }

    private func removeExpired() async throws(KVError) -> Int {
        let unixSeconds = now().wholeUnixSeconds
        let due = try snapshot { snapshot throws(KVError) in
            try snapshot.reader.dueExpiries(atUnixSeconds: unixSeconds, limit: 1)
        }
        guard !due.isEmpty else { return 0 }
        return try await commit { transaction throws(KVError) in
            let writer = transaction.context.writer
            // The same transaction finds and removes: a put in between gives the key another expiry.
            let due = try writer.dueExpiries(atUnixSeconds: unixSeconds, limit: Self.keysPerCommit)
            for expiry in due {
                try writer.delete(expiry.entryKey)
                try writer.delete(expiry.key)
            }
            return due.count
        }
    }

    private func removeOrphans() async throws(KVError) -> Int {
        let doomed = try snapshot { snapshot throws(KVError) in
            try snapshot.reader.keys(in: StoreKey.deletedNamespaces, limit: 1)
        }
        guard let doomed = doomed.first, let number = UInt32(bigEndianBytes: doomed.span.bytes, at: 1) else { return 0 }
        return try await commit { transaction throws(KVError) in
            let writer = transaction.context.writer
            let orphans = try writer.keys(in: StoreKey.entries(of: number), limit: Self.keysPerCommit)
            // Expiries are left to their time: their entry is gone by then, and numbers are not given twice.
            for orphan in orphans { try writer.delete(orphan) }
            if orphans.count < Self.keysPerCommit { try writer.delete(doomed) }
            return orphans.count
        }
    }

    private func forgetOldTallies() async throws(KVError) {
        let oldest = StoreKey.hour(HourTally(containing: now()).index - HourTally.hoursKept)
        let isDue = try snapshot { snapshot throws(KVError) in
            try snapshot.reader.keys(in: StoreKey.hours, limit: 1).first?.lexicographicallyPrecedes(oldest) ?? false
        }
        guard isDue else { return }
        try await commit { transaction throws(KVError) in
            let writer = transaction.context.writer
            for hour in try writer.keys(in: StoreKey.hours, limit: Self.keysPerCommit)
            where hour.lexicographicallyPrecedes(oldest) {
                try writer.delete(hour)
            }
        }
    }
}

/// A row of the table of expiries.
struct DueExpiry {
    let key: [UInt8]

    /// The entry that it is about: the same namespace and name under another letter.
    var entryKey: [UInt8] {
        [UInt8(ascii: "e")] + key.dropFirst(StoreKey.expiries.count + 8)
    }
}

extension KVEngineReader {
    func dueExpiries(atUnixSeconds now: Int, limit: Int) throws(KVError) -> [DueExpiry] {
        var due: [DueExpiry] = []
        try scan(KVEngineRange(prefix: StoreKey.expiries)) { key, _ in
            guard let seconds = UInt64(bigEndianBytes: key, at: StoreKey.expiries.count), seconds <= now,
                due.count < limit
            else { return false }
            due.append(DueExpiry(key: key.copied()))
            return true
        }
        return due
    }

    func keys(in prefix: [UInt8], limit: Int) throws(KVError) -> [[UInt8]] {
        var keys: [[UInt8]] = []
        try scan(KVEngineRange(prefix: prefix)) { key, _ in
            guard keys.count < limit else { return false }
            keys.append(key.copied())
            return true
        }
        return keys
    }
}
