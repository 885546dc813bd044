/// The sixty-four characters of one of Base64's two alphabets, both ways.
///
/// Source: RFC 4648, sections 4 and 5.
struct Base64Alphabet: Sendable {
    static let standard = Base64Alphabet(last: "+/")
    static let url = Base64Alphabet(last: "-_")

    private let characters: [UInt8]
    /// The value of each byte, 255 for those outside the alphabet.
    private let values: [UInt8]

    private init(last: String) {
        characters = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        self.values = values
    }

    /// Encodes without padding.
    func encode(_ bytes: [UInt8]) -> String {
        let characterCount = (bytes.count * 8 + 5) / 6
        return String(unsafeUninitializedCapacity: characterCount) { text in
            var end = 0
            var bits: UInt32 = 0
            var bitCount = 0
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                bitCount += 8
                while bitCount >= 6 {
                    bitCount -= 6
                    text[end] = characters[Int(bits >> UInt32(bitCount) & 63)]
                    end += 1
                }
            }
            if bitCount > 0 {
                text[end] = characters[Int(bits << UInt32(6 - bitCount) & 63)]
                end += 1
            }
            return end
        }
    }

    /// Decodes text without padding; nil where a character is foreign, the length cannot be, or the bits that the last
    /// character has to spare are not 0, so that no two texts mean the same bytes.
    func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in text {
            let value = values[Int(character)]
            guard value != 255 else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        guard bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return bytes
    }
}
