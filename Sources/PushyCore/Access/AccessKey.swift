import PushCrypto

/// A secret that callers present: the app's key, or the owner's.
///
/// It never shows itself: not in a description, not by the time that a comparison takes.
public struct AccessKey: Sendable {
    private let bytes: [UInt8]

    /// A key as it was configured.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether this is the key. How long the answer takes tells at most the key's length.
    public func matches(_ presented: String) -> Bool {
        constantTimeEqual(bytes, Array(presented.utf8))
    }

    /// A code that only the holder of the key can make for a text; a code for one purpose is not good for another.
    func code(for text: String, purpose: String) -> String {
        let purposeKey = HMAC.sha256(Array(purpose.utf8), key: bytes)
        return Base64URL.encode(HMAC.sha256(Array(text.utf8), key: purposeKey))
    }

    /// Whether a code was made by the holder of the key, for this text and purpose.
    func isCode(_ code: String, for text: String, purpose: String) -> Bool {
        constantTimeEqual(code, self.code(for: text, purpose: purpose))
    }
}

extension AccessKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(a key)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
