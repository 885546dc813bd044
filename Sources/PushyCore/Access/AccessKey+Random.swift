extension AccessKey {
    /// Letters and digits alone: they survive shells, headers, URLs and a double click.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// 43 of 62 characters are 256 bits.
    static let randomCharacterCount = 43

    /// The text of a new key, from the system's random source.
    public static func randomText() -> String {
        var source = SystemRandomNumberGenerator()
        return String(
            (0..<randomCharacterCount).map { _ in alphabet[Int.random(in: alphabet.indices, using: &source)] }
        )
    }
}
