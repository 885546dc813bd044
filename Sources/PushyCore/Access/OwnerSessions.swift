import Foundation
import PushCrypto
import WorkersKV

/// The owner's sessions: each is proved by its ticket alone, and those that were ended are remembered until they would
/// have ended by themselves.
public struct OwnerSessions: Sendable {
    private static let endedName = "ended-sessions"

    private let store: KVStore
    private let ended: KVNamespace
    let key: AccessKey
    let now: @Sendable () -> Date

    /// Sessions that the owner's key opens.
    public init(in store: KVStore, key: AccessKey, now: @escaping @Sendable () -> Date) async throws(KVError) {
        self.store = store
        self.key = key
        self.now = now
        ended = try await store.systemNamespace(named: Self.endedName)
    }

    /// Begins a session, if this is the owner's key.
    public func begin(presenting presented: String) -> OwnerSession? {
        guard key.matches(presented) else { return nil }
        return OwnerSession(beginningAt: now(), by: key)
    }

    /// The session of a ticket; nil when the ticket is not ours, or the session is over.
    public func session(ticket: String) async throws(KVError) -> OwnerSession? {
        guard let session = OwnerSession(ticket: ticket, by: key), session.expiresAt > now() else { return nil }
        let name = try KeyName(of: session)
        let isEnded = try await store.read { [ended] transaction throws(KVError) in
            try transaction.value(of: name, in: ended) != nil
        }
        return isEnded ? nil : session
    }

    /// Ends a session: its ticket opens nothing from now on.
    public func end(_ session: OwnerSession) async throws(KVError) {
        let name = try KeyName(of: session)
        // Kept a little longer than the session, since a record may not expire within the next minute.
        let expiration = KVExpiration.after(seconds: Int(OwnerSession.lifetime) + 60)
        try await store.commit { [ended] transaction throws(KVError) in
            try transaction.put([], for: name, in: ended, expiration: expiration)
        }
    }

    /// What each form of the session carries.
    public func formToken(of session: OwnerSession) -> String {
        session.formToken(by: key)
    }

    /// Whether a form is one of the session's own.
    public func isFormToken(_ token: String, of session: OwnerSession) -> Bool {
        session.isFormToken(token, by: key)
    }

    /// A name that nobody can guess, and that no other form bears.
    public func nonce() -> String {
        Base64URL.encode(SecureRandom.bytes(12))
    }

    /// A short name for contents, the same for the same ones, that nobody else can make.
    public func fingerprint(of contents: String) -> String {
        key.code(for: contents, purpose: "fingerprint")
    }
}

extension KeyName {
    fileprivate init(of session: OwnerSession) throws(KVError) {
        do throws(KVRefusal) {
            try self.init(session.id)
        } catch {
            throw .refused(error)
        }
    }
}
