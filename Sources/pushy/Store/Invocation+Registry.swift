import PushyCore
import WorkersKV

extension Invocation {
    /// Opens the tokens of the data directory that was named, says which one it is, and lets the body work on them.
    func withRegistry<Result>(
        _ body: (TokenRegistry) async throws(Complaint) -> Result
    ) async throws(Complaint) -> Result {
        let budget = try BudgetConfiguration(inputs).budget
        return try await withStore(budget: budget) { store throws(Complaint) in
            let registry = try await Complaint.wrapping { () async throws(KVError) in
                try await TokenRegistry(in: store, now: now)
            }
            return try await body(registry)
        }
    }
}
