import WorkersKV

/// Why something could not be done with an app.
public enum AppFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is none of this id.
    case unknown(AppID)
    /// There is one of this id already.
    case exists(AppID)
    /// The app cannot be changed so; the sentence says why, and what to do instead.
    case unchangeable(String)
    /// There is no master key to seal or open credentials with.
    case masterKeyMissing
    /// What is stored is sealed with another master key.
    case masterKeyOther
    /// A field is wrong.
    case fault(DraftFault)
    /// The store cannot do it now.
    case store(KVError)

    public var description: String {
        switch self {
        case .unknown(let id): "There is no app \(id)."
        case .exists(let id): "There is an app \(id) already. Choose another id, or change that one."
        case .unchangeable(let sentence): sentence
        case .masterKeyMissing:
            """
            The credentials of apps are kept under PUSHY_MASTER_KEY, which is not set. Name the env file that holds it; where \
            there never was one, make it with pushy apps rotate-master-key and restart. Of one that is lost, take the \
            credentials away with pushy apps change ID --remove apns,fcm,vapid, and give them anew.
            """
        case .masterKeyOther:
            """
            The credentials in the store are kept under another key than PUSHY_MASTER_KEY. Take the one that was made last, \
            and restart with it; of one that is lost, take the credentials away with pushy apps change ID --remove \
            apns,fcm,vapid, and give them anew.
            """
        case .fault(let fault): fault.description
        case .store(let error): error.description
        }
    }
}

extension AppFailure {
    /// Whether the credentials are there, and this process cannot open them.
    var isOfMasterKey: Bool { self == .masterKeyMissing || self == .masterKeyOther }

    /// Runs what the store does for an app, and passes its errors on as ``store(_:)``.
    nonisolated(nonsending) static func wrapping<Result>(
        _ body: nonisolated(nonsending) () async throws(KVError) -> Result
    ) async throws(AppFailure) -> Result {
        do throws(KVError) {
            return try await body()
        } catch {
            throw .store(error)
        }
    }

    /// Commits a body that may fail for an app's reasons as well; nothing of it stays then.
    static func committing<Result: Sendable>(
        to store: KVStore,
        _ body: @escaping @Sendable (borrowing KVWriteTransaction) throws -> Result
    ) async throws(AppFailure) -> Result {
        do {
            return try await store.commit(body)
        } catch let failure as AppFailure {
            throw failure
        } catch let fault as DraftFault {
            throw .fault(fault)
        } catch let error as KVError {
            throw .store(error)
        } catch {
            throw .store(.unavailable("The store failed: \(error)"))
        }
    }
}
