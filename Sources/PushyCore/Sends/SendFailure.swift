import WorkersKV

/// Why a message was not sent to anybody.
public enum SendFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The app has no such device.
    case unknownDevice(DeviceID)
    /// The idempotency key came before with another request.
    case keyTaken
    /// The request that came first with this idempotency key is still being carried out.
    case underWay
    /// A former process was carrying out the request with this idempotency key when it ended.
    case cutShort
    /// The app's credentials cannot be opened now; the sentence says what to do.
    case noWayNow(String)
    /// The app has so many requests under way, and may have no more.
    case tooMany(Int)
    /// Something is wrong with the app.
    case app(AppFailure)

    public var description: String {
        switch self {
        case .unknownDevice(let id): "The app has no device \(id): it was removed, or never was."
        case .keyTaken: "This Idempotency-Key came before with something else. Use a new key for a new message."
        case .underWay:
            "The request that came first with this Idempotency-Key is being carried out. Ask again in a second."
        case .cutShort:
            """
            The request that came first with this Idempotency-Key was cut short by the server's end, and it is not known \
            whom it reached. Use a new key to send it all the same.
            """
        case .noWayNow(let reason): reason
        case .tooMany(let limit):
            "\(limit) messages of this app are being sent, as many as may be at once: a service is slow, or hangs. Ask again in a "
                + "few seconds."
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
