/// Comparisons of bytes that were received with text that is known.
extension Span<UInt8> {
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && begins(with: text)
    }

    func begins(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[index] != text.utf8Start[index] { return false }
        return true
    }

    func equals(_ bytes: [UInt8]) -> Bool {
        guard count == bytes.count else { return false }
        for index in 0..<count where self[index] != bytes[index] { return false }
        return true
    }

    func hasLowercasedPrefix(_ prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in prefix.indices where Self.lowercased(self[index]) != prefix[index] { return false }
        return true
    }

    func hasLowercasedSuffix(_ suffix: [UInt8]) -> Bool {
        guard count >= suffix.count else { return false }
        let start = count - suffix.count
        for index in suffix.indices where Self.lowercased(self[start + index]) != suffix[index] { return false }
        return true
    }

    /// Whether it is a whole number of at most 18 digits, and which.
    func wholeNumber() -> Int64? {
        guard count > 0, count <= 18 else { return nil }
        var number: Int64 = 0
        for index in indices {
            let byte = self[index]
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }

    func text() -> String {
        withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
