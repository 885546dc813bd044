extension KVStore {
    /// Runs the body on a consistent moment of the store.
    ///
    /// - Throws: what the body throws, ``KVError/unavailable(_:)`` or ``KVError/closed``.
    public func read<Result>(
        _ body: (borrowing KVReadTransaction) throws(KVError) -> Result
    ) async throws(KVError) -> Result {
        let unixSeconds = now().wholeUnixSeconds
        return try engine.read { reader in
            Swift.Result { () throws(KVError) in
                try body(KVReadTransaction(snapshot: Snapshot(reader: reader, unixSeconds: unixSeconds)))
            }
        }.get()
    }

    /// Runs the body in the next group commit and returns once it is durable.
    ///
    /// A body that throws leaves nothing behind, but that it was refused, and does no harm to the others.
    /// It runs on the writer's thread: keep it short, and wait for nothing in it.
    ///
    /// - Throws: what the body throws; ``KVError/unavailable(_:)`` when nothing of the commit could be kept.
    @discardableResult
    public func commit<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing KVWriteTransaction) throws -> Result
    ) async throws -> Result {
        try await groupCommit.submit(body)
    }

    /// The same for a body that throws the store's own errors alone.
    @discardableResult
    public func commit<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing KVWriteTransaction) throws(KVError) -> Result
    ) async throws(KVError) -> Result {
        let outcome: Swift.Result<Result, KVError>
        do {
            outcome = .success(try await groupCommit.submit(body))
        } catch let error as KVError {
            outcome = .failure(error)
        } catch {
            outcome = .failure(.unavailable("The store failed: \(error)"))
        }
        return try outcome.get()
    }

    /// Hands the keys and values of a namespace to the body in the order of the keys, without a copy.
    ///
    /// One call is one short transaction: call it again after ``WalkPage/last`` until ``WalkPage/isComplete``. What is
    /// written between two calls is seen when its key lies ahead. Pages of a thousand keys cost next to nothing more
    /// than one of a million, and let the engine reuse what was deleted.
    ///
    /// - Parameters:
    ///   - namespace: Whose keys.
    ///   - prefix: What each key begins with, taken literally.
    ///   - key: The key after which the page begins; nil is the first.
    ///   - limit: How many keys at most.
    ///   - body: Takes each key and value; the spans end with the call.
    /// - Returns: Where the page ended.
    /// - Throws: ``KVError/incompatible(_:)``, ``KVError/unavailable(_:)`` or ``KVError/closed``.
    public func walk(
        _ namespace: KVNamespace,
        prefix: String = "",
        after key: KeyName? = nil,
        limit: Int = 1000,
        _ body: (_ key: RawSpan, _ value: RawSpan) -> Void
    ) async throws(KVError) -> WalkPage {
        try await read { transaction throws(KVError) in
            try transaction.walk(namespace, prefix: prefix, after: key, limit: limit, body)
        }
    }
}
