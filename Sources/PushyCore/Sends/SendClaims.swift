import APNs
import Foundation
import PushCrypto
import WorkersKV

/// The idempotency keys of an app's sends: each is claimed before anything is sent, and keeps the answer.
struct SendClaims: Sendable {
    /// How long a repeated request is known again: longer than any client goes on trying.
    private static let seconds = 7 * 86_400
    private static let thisProcess = Base64URL.encode(SecureRandom.bytes(12))

    private let store: KVStore
    private let namespace: KVNamespace
    /// Tells a claim of this process from one that a former process left without an answer.
    private let process: String

    init(in store: KVStore, of app: AppID, process: String = thisProcess) async throws(KVError) {
        self.store = store
        self.process = process
        namespace = try await store.systemNamespace(named: Self.namespaceName(of: app))
    }

    /// The name of the namespace that holds an app's.
    static func namespaceName(of app: AppID) -> String { "send-keys:\(app)" }

    struct Claim: Hashable, Sendable, Codable {
        let id: SendID
        let digest: String
        let process: String
        /// The answer's body, once there is one.
        var answer: String?
        var isHeld = false
    }

    /// What a claim came to.
    enum Outcome: Sendable {
        /// The request is new: it is carried out under this name.
        case ours(SendID)
        /// A former process was carrying it out when it ended.
        case cutShort
        /// It was carried out before.
        case answered(Claim)
        case underWay
        case taken
    }

    func claim(_ key: IdempotencyKey, for digest: String, as id: SendID) async throws(KVError) -> Outcome {
        try await store.commit { [namespace, process] transaction throws(KVError) in
            let former = try transaction.withValue(of: key.name, in: namespace) { Claim(json: $0) } ?? nil
            if let former {
                guard former.digest == digest else { return .taken }
                if former.answer != nil { return .answered(former) }
                return former.process == process ? .underWay : .cutShort
            }
            try Self.put(Claim(id: id, digest: digest, process: process), for: key, in: namespace, transaction)
            return .ours(id)
        }
    }

    /// A claim with its answer.
    func claim(_ answer: SendAnswer, to digest: String, as id: SendID) -> Claim {
        var claim = Claim(id: id, digest: digest, process: process)
        claim.answer = String(decoding: JSONValue.object(answer.json).written(), as: UTF8.self)
        if case .held = answer { claim.isHeld = true }
        return claim
    }

    /// Keeps the answer to a request.
    func keep(
        _ claim: Claim,
        for key: IdempotencyKey,
        in transaction: borrowing KVWriteTransaction
    ) throws(KVError) {
        try Self.put(claim, for: key, in: namespace, transaction)
    }

    /// Gives a key free again whose request failed before anything was sent.
    func release(_ key: IdempotencyKey) async throws(KVError) {
        try await store.commit { [namespace] transaction throws(KVError) in
            try transaction.delete(key.name, in: namespace)
        }
    }

    private static func put(
        _ claim: Claim,
        for key: IdempotencyKey,
        in namespace: KVNamespace,
        _ transaction: borrowing KVWriteTransaction
    ) throws(KVError) {
        let expiration = KVExpiration.after(seconds: seconds)
        try transaction.put(claim.json, for: key.name, in: namespace, expiration: expiration)
    }
}

extension SendClaims.Claim: StoredJSON {}
