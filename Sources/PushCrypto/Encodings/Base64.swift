/// Base64 from others, in whichever of its forms they write it. Source: RFC 4648, sections 4 and 5.
public enum Base64 {
    /// The bytes of a text in either alphabet, padded or not; nil where it is none of them.
    public static func decodeAnyForm(_ text: String) -> [UInt8]? {
        var characters = text.utf8.map { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: character
            }
        }
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        return Base64Alphabet.url.decode(characters)
    }
}
