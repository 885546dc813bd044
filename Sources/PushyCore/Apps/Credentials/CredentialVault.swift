import PushCrypto
import WorkersKV

/// Seals the credentials of apps under the master key, and opens them.
///
/// The store remembers a mark of the key that everything is sealed with. It is compared wherever something is sealed, so
/// that a server whose key was replaced meanwhile seals nothing that nobody could open.
struct CredentialVault: Sendable {
    let key: MasterKey?
    private let marks: KVNamespace

    init(in store: KVStore, key: MasterKey?) async throws(KVError) {
        self.key = key
        marks = try await store.systemNamespace(named: "master-key")
    }

    /// The same store with another key.
    func with(_ key: MasterKey) -> CredentialVault { CredentialVault(key: key, marks: marks) }

    private init(key: MasterKey, marks: KVNamespace) {
        self.key = key
        self.marks = marks
    }

    /// Seals an app's credentials for a service, or takes them away.
    func seal(
        _ credentials: AppCredentials,
        for service: PushServiceKind,
        into app: inout App,
        in transaction: borrowing KVWriteTransaction
    ) throws(AppFailure) {
        app.summarise(credentials, for: service)
        guard let secret = credentials[secret: service] else {
            app.sealed[service] = nil
            return
        }
        guard let key else { throw .masterKeyMissing }
        try checkMark(of: key, in: transaction)
        do throws(CryptoFailure) {
            app.sealed[service] = try key.seal(secret, for: service, of: app.id)
        } catch {
            throw .store(.unavailable(error.description))
        }
    }

    /// Opens an app's credentials for a service.
    func open(_ app: App, for service: PushServiceKind) throws(AppFailure) -> AppCredentials {
        guard let sealed = app.sealed[service] else { return AppCredentials() }
        guard let key else { throw .masterKeyMissing }
        let secret: [UInt8]?
        do throws(CryptoFailure) {
            secret = try key.open(sealed, for: service, of: app.id)
        } catch {
            throw .store(.unavailable(error.description))
        }
        guard let secret else { throw .masterKeyOther }
        do throws(DraftFault) {
            return try AppCredentials(secret, for: service)
        } catch {
            throw .store(.unavailable("The credentials of \(app.id) for \(service.title) are damaged. \(error)"))
        }
    }
}

extension CredentialVault {
    /// Whether everything is sealed with this key; true where nothing was sealed yet.
    func isInForce(_ key: MasterKey, in transaction: borrowing KVWriteTransaction) throws(KVError) -> Bool {
        let mark = try transaction.value(of: Self.markName, in: marks)
        return mark == nil || mark == Array(key.mark.utf8)
    }

    /// Writes down which key everything is sealed with from now on.
    func putInForce(_ key: MasterKey, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        try transaction.put(Array(key.mark.utf8), for: Self.markName, in: marks)
    }

    private func checkMark(of key: MasterKey, in transaction: borrowing KVWriteTransaction) throws(AppFailure) {
        let isInForce: Bool
        do throws(KVError) {
            isInForce = try self.isInForce(key, in: transaction)
            if isInForce { try putInForce(key, in: transaction) }
        } catch {
            throw .store(error)
        }
        guard isInForce else { throw .masterKeyOther }
    }

    private static var markName: KeyName {
        get throws(KVError) { try KeyName(of: "mark") }
    }
}
