import PushCrypto

/// What an app calls the owner of a device: 1 to 256 bytes of its own choice.
public struct UserID: Hashable, Sendable {
    /// The longest name, in bytes of UTF-8.
    public static let maximumByteCount = 256

    public let text: String

    /// - Throws: ``DraftFault`` for a text that is empty or too long.
    public init(_ text: String) throws(DraftFault) {
        guard (1...Self.maximumByteCount).contains(text.utf8.count) else {
            throw DraftFault(field: "user_id", reason: "It must have 1 to \(Self.maximumByteCount) bytes.")
        }
        self.text = text
    }

    /// A short name of the same length for all users, which any key can hold.
    var digest: String { Base64URL.encode(SHA256.hash(Array(text.utf8))) }

    public static func == (left: UserID, right: UserID) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
