import COpenSSL

/// Keyed digests. Source: RFC 2104.
public enum HMAC {
    /// HMAC with SHA-256, 32 bytes.
    public static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, initializedCount in
            // An empty array may have no address, and OpenSSL takes a missing key for "the key of the last call".
            let anchored = key.isEmpty ? [0] : key
            let written = COpenSSL.HMAC(
                SHA256.algorithm,
                anchored,
                Int32(key.count),
                message,
                message.count,
                code.baseAddress,
                nil
            )
            precondition(written != nil, "HMAC is not available in this OpenSSL.")
            initializedCount = SHA256.byteCount
        }
    }
}
