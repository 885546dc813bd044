/// The elliptic curve P-256 and ES256 signatures over it, which APNs's provider tokens and VAPID bear.
///
/// Source: RFC 7518, section 3.4.
public enum P256 {
    /// Two numbers of 32 bytes each, r and s, one after the other.
    public static let signatureByteCount = 64

    /// The curve in OpenSSL's words.
    static let curveName = "prime256v1"

    static func checkCurve(_ key: KeyHandle) throws(KeyFault) {
        if key.curveName == curveName { return }
        if let name = key.curveName { throw .otherCurve(name) }
        throw .otherKind(key.kindName)
    }
}
