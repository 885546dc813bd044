extension KVStore {
    /// Checks that the store's files still stand where they were opened, without which nothing is written either.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` or ``KVError/closed``.
    public func checkPresence() throws(KVError) {
        try engine.checkPresence()
    }

    /// How many bytes the store takes on disk.
    public func byteCount() throws(KVError) -> Int {
        try engine.byteCount()
    }

    /// Writes a consistent copy of the store to a new file while reads and writes go on, counts in memory included.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the file exists or cannot be written.
    public func copy(toFile path: String) async throws(KVError) {
        try await flushCounts()
        try engine.copy(toFile: path)
    }
}
