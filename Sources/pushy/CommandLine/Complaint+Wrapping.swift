extension Complaint {
    /// Runs the body; an error that says itself what happened and what to do becomes the complaint.
    static func wrapping<Result, Failure: Error & CustomStringConvertible>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Complaint) -> Result {
        do {
            return try await body()
        } catch {
            throw .failure(error.description)
        }
    }
}
