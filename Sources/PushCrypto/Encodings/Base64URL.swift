/// Base64 with the alphabet that is safe in addresses, without padding. Source: RFC 4648, section 5.
public enum Base64URL {
    public static func encode(_ bytes: [UInt8]) -> String {
        Base64Alphabet.url.encode(bytes)
    }

    /// The bytes, or nil where the text is no unpadded Base64URL.
    public static func decode(_ text: String) -> [UInt8]? {
        Base64Alphabet.url.decode(text.utf8)
    }
}
