/// The elliptic curve P-256, ES256 signatures over it, which APNs's provider tokens and VAPID bear, and agreements on a
/// secret, which encrypt Web Push.
///
/// Source: RFC 7518, section 3.4.
public enum P256 {
    /// Two numbers of 32 bytes each, r and s, one after the other.
    public static let signatureByteCount = 64

    /// A private key's number.
    public static let scalarByteCount = 32
    /// A public key's point, uncompressed.
    public static let pointByteCount = 65

    /// The curve in OpenSSL's words.
    static let curveName = "prime256v1"

    static func checkCurve(_ key: KeyHandle) throws(KeyFault) {
        if key.curveName == curveName { return }
        if let name = key.curveName { throw .otherCurve(name) }
        throw .otherKind(key.kindName)
    }
}
