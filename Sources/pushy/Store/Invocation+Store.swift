import WorkersKV

extension Invocation {
    /// Opens the store of the data directory that was named, beside a server, running or not, once it has been said which
    /// directory it is; lets the body work on it, and closes it however the body ends.
    ///
    /// Reads and writes are as safe as the server's own; the budget is the same one, kept in the store.
    func withStore<Result>(
        budget: KVBudget = KVBudget(),
        _ body: (KVStore) async throws(Complaint) -> Result
    ) async throws(Complaint) -> Result {
        let directory = try DataDirectory(inputs)
        try directory.announceExisting(to: console)
        let store = try await Complaint.wrapping { () async throws(KVError) in
            let engine = try LMDBEngine(directory: directory.path, access: .command)
            return try await KVStore.open(engine: engine, budget: budget, maintenance: nil, now: now)
        }
        let outcome: Swift.Result<Result, Complaint>
        do {
            outcome = .success(try await body(store))
        } catch {
            outcome = .failure(error)
        }
        try await Complaint.wrapping { () async throws(KVError) in try await store.close() }
        return try outcome.get()
    }
}
