import COpenSSL

/// The SHA-256 digest. Source: FIPS 180-4.
public enum SHA256 {
    /// The length of a digest in bytes.
    public static let byteCount = 32

    /// The digest of the bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { hash($0) }
    }

    /// The digest of bytes that someone else owns.
    public static func hash(_ bytes: RawSpan) -> [UInt8] {
        bytes.withUnsafeBytes { hash($0) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, initializedCount in
            let done = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm, nil)
            // Digesting memory cannot fail but for want of memory, where Swift itself stops as well.
            precondition(done == 1, "SHA-256 is not available in this OpenSSL.")
            initializedCount = byteCount
        }
    }

    /// Looked up once: a look-up costs more than the digest of a device token.
    ///
    /// Safe to share because an algorithm is never changed, and this one is never freed.
    nonisolated(unsafe) static let algorithm: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil)
}
