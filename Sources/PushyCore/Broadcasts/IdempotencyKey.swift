import WorkersKV

/// What a client sends with a request so that a repeat of it is known again: 1 to 255 bytes.
public struct IdempotencyKey: Hashable, Sendable {
    /// The longest key, in bytes of UTF-8.
    public static let maximumByteCount = 255

    let name: KeyName
    private let text: String

    /// - Throws: ``DraftFault``.
    public init(_ text: String) throws(DraftFault) {
        guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount else {
            throw DraftFault(field: "Idempotency-Key", reason: "It must have 1 to \(Self.maximumByteCount) bytes.")
        }
        self.text = text
        do throws(KVRefusal) {
            // A prefix makes a name of a lone dot legal.
            name = try KeyName("key " + text)
        } catch {
            throw DraftFault(field: "Idempotency-Key", reason: error.description)
        }
    }
}

extension IdempotencyKey {
    /// The key as the backend of the broadcast's app means it: two apps may well use the same.
    func scoped(to broadcast: Broadcast) throws(BroadcastFailure) -> IdempotencyKey {
        guard broadcast.isEverywhere else { return self }
        do throws(KVRefusal) {
            let prefix = "all \(broadcast.draft.app) \(broadcast.incarnation ?? "") "
            return IdempotencyKey(name: try KeyName(prefix + text), text: text)
        } catch {
            throw .store(.refused(error))
        }
    }

    private init(name: KeyName, text: String) {
        self.name = name
        self.text = text
    }
}
