import PushCrypto

/// The content coding `aes128gcm`, of which Web Push uses a single record.
///
/// Source: RFC 8188, section 2.
enum EncryptedRecord {
    static let saltByteCount = 16
    /// Salt, record size, and the length of the key id.
    static let headerByteCount = saltByteCount + 4 + 1
    /// What ends the plaintext, and the tag.
    static let trailerByteCount = 1 + AESGCM.tagByteCount

    /// Encrypts a plaintext and zeros behind it that hide its length.
    static func seal(
        _ plaintext: [UInt8],
        paddingByteCount: Int,
        material: [UInt8],
        salt: [UInt8],
        keyID: [UInt8]
    ) throws(CryptoFailure) -> [UInt8] {
        let key = HKDF.extract(material, salt: salt)
        let nonce = HKDF.expand(key, info: nonceInfo, byteCount: AESGCM.nonceByteCount)
        guard let cipher = AESGCM.Key(HKDF.expand(key, info: keyInfo, byteCount: keyByteCount)) else {
            preconditionFailure("A key of 16 bytes is one of AES-128.")
        }
        // A last record ends with 2, then zeros.
        let record = plaintext + [2] + Array(repeating: 0, count: paddingByteCount)
        let header = salt + recordSize + [UInt8(keyID.count)] + keyID
        return header + (try cipher.seal(record, nonce: nonce))
    }

    private static let keyByteCount = 16
    /// 4,096 is more than any record that fits into a message, so there is one record alone.
    private static let recordSize: [UInt8] = [0, 0, 0x10, 0]
    private static let keyInfo = Array("Content-Encoding: aes128gcm\0".utf8)
    private static let nonceInfo = Array("Content-Encoding: nonce\0".utf8)
}
