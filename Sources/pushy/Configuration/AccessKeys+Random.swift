extension AccessKeys {
    /// Letters and digits alone: they survive shells, headers, URLs and a double click.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// 43 of 62 characters are 256 bits.
    private static let characterCount = 43

    /// Two new keys from the system's random source.
    static func random() -> AccessKeys {
        AccessKeys(app: randomKey(), admin: randomKey())
    }

    private static func randomKey() -> String {
        var source = SystemRandomNumberGenerator()
        return String((0..<characterCount).map { _ in alphabet[Int.random(in: alphabet.indices, using: &source)] })
    }
}
