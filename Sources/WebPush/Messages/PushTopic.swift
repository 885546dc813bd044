import PushCrypto

/// What replaces an earlier message that was not delivered yet: at most 32 characters of Base64URL.
///
/// Source: RFC 8030, section 5.4.
public struct PushTopic: Hashable, Sendable {
    /// As the header carries it.
    public let text: String

    /// Takes any name: one that a header can carry as it is, others by their digest.
    ///
    /// A length of 1 modulo 4 is no Base64URL, and Apple refuses it.
    public init(_ name: String) {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        let fits = (1...Self.maximumByteCount).contains(name.utf8.count) && name.utf8.count % 4 != 1
        text = isPlain && fits ? name : Self.digest(name)
    }

    private static let maximumByteCount = 32

    private static func digest(_ name: String) -> String {
        String(Base64URL.encode(SHA256.hash(Array(name.utf8))).prefix(maximumByteCount))
    }
}
