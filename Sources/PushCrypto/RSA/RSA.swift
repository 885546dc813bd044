import COpenSSL

/// RSA keys and RS256 signatures, which Google's service accounts bear.
///
/// Source: RFC 7518, section 3.3.
public enum RSA {
    /// The least that RS256 allows.
    public static let minimumBitCount = 2048

    static func check(_ key: KeyHandle) throws(KeyFault) {
        guard EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA else { throw .notRSA(key.kindName) }
        let bitCount = Int(EVP_PKEY_get_bits(key.pointer))
        guard bitCount >= minimumBitCount else { throw .tooShort(bitCount: bitCount) }
    }
}
