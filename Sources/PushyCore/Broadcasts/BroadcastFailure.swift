import WorkersKV

/// Why something could not be done with a broadcast.
public enum BroadcastFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is none of this name.
    case unknown(BroadcastID)
    /// It stands where this cannot be done: `done` cannot be paused, for example.
    case wrongState(Broadcast.State, wanted: String)
    /// The idempotency key belongs to a broadcast of another draft.
    case idempotencyKeyTaken(BroadcastID)
    /// APNs is not configured; the sentence says what is missing.
    case notConfigured(String)
    /// The app has no way to devices that it is for; the sentence says what is missing.
    case noWay(String)
    /// One of the services does not take the message.
    case fault(DraftFault)
    /// Something is wrong with the app.
    case app(AppFailure)
    /// The store cannot do it now.
    case store(KVError)

    public var description: String {
        switch self {
        case .unknown(let id): "There is no broadcast \(id.text)."
        case .wrongState(let state, let wanted): "The broadcast is \(state.rawValue), so it cannot be \(wanted)."
        case .idempotencyKeyTaken(let id):
            "This Idempotency-Key came before with something else, as broadcast \(id.text). Use a new key for a new message."
        case .notConfigured(let sentence), .noWay(let sentence): sentence
        case .fault(let fault): fault.description
        case .app(let failure): failure.description
        case .store(let error): error.description
        }
    }
}

extension BroadcastFailure {
    /// Runs what the store does for a broadcast, and passes its errors on as ``store(_:)``.
    nonisolated(nonsending) static func wrapping<Result>(
        _ body: nonisolated(nonsending) () async throws(KVError) -> Result
    ) async throws(BroadcastFailure) -> Result {
        do throws(KVError) {
            return try await body()
        } catch {
            throw .store(error)
        }
    }
    /// Looks for an app, and passes what is wrong with it on as ``app(_:)``.
    nonisolated(nonsending) static func seeking<Result>(
        _ body: nonisolated(nonsending) () async throws(AppFailure) -> Result
    ) async throws(BroadcastFailure) -> Result {
        do throws(AppFailure) {
            return try await body()
        } catch .store(let error) {
            throw .store(error)
        } catch {
            throw .app(error)
        }
    }
}
