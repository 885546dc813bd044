import WorkersKV

/// What a client sends with a request so that a repeat of it is known again: 1 to 255 bytes.
public struct IdempotencyKey: Hashable, Sendable {
    /// The longest key, in bytes of UTF-8.
    public static let maximumByteCount = 255

    let name: KeyName

    /// - Throws: ``DraftFault``.
    public init(_ text: String) throws(DraftFault) {
        guard !text.isEmpty, text.utf8.count <= Self.maximumByteCount else {
            throw DraftFault(field: "Idempotency-Key", reason: "It must have 1 to \(Self.maximumByteCount) bytes.")
        }
        do throws(KVRefusal) {
            // A prefix makes a name of a lone dot legal.
            name = try KeyName("key " + text)
        } catch {
            throw DraftFault(field: "Idempotency-Key", reason: error.description)
        }
    }
}
