import APNs
import Foundation
import PushCrypto
import WorkersKV

/// Messages that wait for others that may take their place: one for each user and collapse id of an app.
///
/// A message is taken out to be sent, and forgotten once it was: after a crash in between it is sent again, under the same
/// name.
struct HeldSends: Sendable {
    private static let sendsPerCommit = 200
    /// How long a message waits that could not be sent when its time had come.
    private static let delay: TimeInterval = 60

    private let store: KVStore
    private let namespace: KVNamespace

    init(in store: KVStore) async throws(KVError) {
        self.store = store
        namespace = try await store.systemNamespace(named: "held-sends")
    }

    /// A message that waits.
    struct Held: Hashable, Sendable, Codable {
        let id: SendID
        let caller: AppCaller
        var dueAt: Date
        /// The request's fields, as text: Foundation's coders keep neither their order nor their digits.
        let fields: String
        /// What it shares with those that may take its place.
        let slot: String
    }

    /// Holds a message, in place of the one that waits for the same user with the same collapse id, whose name it takes
    /// over. It goes out when the earlier of the two would have: nothing waits longer than was asked for.
    func hold(
        _ request: SendRequest,
        for seconds: Int64,
        by caller: AppCaller,
        as id: SendID
    ) async throws(KVError) -> Held {
        let fields = String(decoding: JSONValue.object(request.fields).written(), as: UTF8.self)
        let slot = Self.slot(of: request, caller)
        return try await store.commit { [namespace] transaction throws(KVError) in
            let place =
                try transaction.withValue(of: Held.pointer(of: slot), in: namespace) { KeyName(utf8: $0) } ?? nil
            var former: Held?
            if let place { former = try transaction.withValue(of: place, in: namespace) { Held(json: $0) } ?? nil }
            if let place { try transaction.delete(place, in: namespace) }
            let due = transaction.now + TimeInterval(seconds)
            let held = Held(
                id: former?.id ?? id,
                caller: caller,
                dueAt: min(due, former?.dueAt ?? due),
                fields: fields,
                slot: slot
            )
            try put(held, in: transaction)
            return held
        }
    }

    /// Holds a message that was taken out for another while, unless one that came since has taken its place.
    func holdAgain(_ taken: Held) async throws(KVError) {
        try await store.commit { [namespace] transaction throws(KVError) in
            try transaction.delete(taken.takenKey, in: namespace)
            let isReplaced = try transaction.withValue(of: taken.pointer, in: namespace) { _ in true } ?? false
            guard !isReplaced else { return }
            var held = taken
            held.dueAt = transaction.now + Self.delay
            try put(held, in: transaction)
        }
    }

    private func put(_ held: Held, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        let key = try held.dueKey
        try transaction.put(held.json, for: key, in: namespace)
        try transaction.put(key.bytes, for: held.pointer, in: namespace)
    }

    /// Takes out the messages whose time has come.
    func takeDue(at moment: Date) async throws(KVError) -> [Held] {
        var due: [Held] = []
        _ = try await store.walk(namespace, prefix: "d/", limit: Self.sendsPerCommit) { _, value in
            if let held = Held(json: value), held.dueAt <= moment { due.append(held) }
        }
        guard !due.isEmpty else { return [] }
        return try await store.commit { [namespace, due] transaction throws(KVError) in
            var taken: [Held] = []
            for held in due {
                // It may have been replaced since the list was made.
                guard let last = try transaction.withValue(of: held.dueKey, in: namespace, { Held(json: $0) }) ?? nil
                else { continue }
                try transaction.delete(held.dueKey, in: namespace)
                try transaction.delete(held.pointer, in: namespace)
                try transaction.put(last.json, for: last.takenKey, in: namespace)
                taken.append(last)
            }
            return taken
        }
    }

    /// Those that a former process had taken out when it ended.
    func leftOver() async throws(KVError) -> [Held] {
        var found: [Held] = []
        _ = try await store.walk(namespace, prefix: "t/", limit: .max) { _, value in
            if let held = Held(json: value) { found.append(held) }
        }
        return found
    }

    /// Forgets a message that was sent.
    func forget(_ held: Held) async throws(KVError) {
        try await store.commit { [namespace] transaction throws(KVError) in
            try transaction.delete(held.takenKey, in: namespace)
        }
    }

    private static func slot(of request: SendRequest, _ caller: AppCaller) -> String {
        guard case .user(let user) = request.target else { return "" }
        let digest = SHA256.hash(Array((request.message.collapseID ?? "").utf8))
        return "\(caller.app)/\(user.digest)/\(Base64URL.encode(digest))"
    }
}

extension HeldSends.Held: StoredJSON {}

extension HeldSends.Held {
    /// Where it waits: the moment first, so that those whose time comes first are found first.
    fileprivate var dueKey: KeyName {
        get throws(KVError) {
            let milliseconds = String(Int64((dueAt.timeIntervalSince1970 * 1_000).rounded(.up)))
            let digits = String(repeating: "0", count: max(0, 15 - milliseconds.count)) + milliseconds
            return try KeyName(of: "d/\(digits)/\(id.text)")
        }
    }

    /// What leads to the message of its slot.
    fileprivate var pointer: KeyName {
        get throws(KVError) { try Self.pointer(of: slot) }
    }

    fileprivate static func pointer(of slot: String) throws(KVError) -> KeyName { try KeyName(of: "p/\(slot)") }

    /// Where it stands while it is being sent.
    fileprivate var takenKey: KeyName {
        get throws(KVError) { try KeyName(of: "t/\(id.text)") }
    }
}
