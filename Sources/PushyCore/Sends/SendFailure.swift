import WorkersKV

/// Why a message was not sent to anybody.
public enum SendFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The app has no such device.
    case unknownDevice(DeviceID)
    /// The idempotency key came before with another request.
    case keyTaken
    /// The request that came first with this idempotency key is still being carried out.
    case underWay
    /// Something is wrong with the app.
    case app(AppFailure)

    public var description: String {
        switch self {
        case .unknownDevice(let id): "The app has no device \(id): it was removed, or never was."
        case .keyTaken: "This Idempotency-Key came before with something else. Use a new key for a new message."
        case .underWay:
            "The request that came first with this Idempotency-Key is being carried out. Ask again in a second."
        case .app(let failure): failure.description
        }
    }
}

extension SendFailure {
    /// Runs what the store does for a send.
    nonisolated(nonsending) static func wrapping<Result>(
        _ body: nonisolated(nonsending) () async throws(KVError) -> Result
    ) async throws(SendFailure) -> Result {
        do throws(KVError) {
            return try await body()
        } catch {
            throw .app(.store(error))
        }
    }
}
