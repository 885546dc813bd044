import PushCrypto

/// A key pair that tells push services who sends. Browsers subscribe for its public half, and a subscription takes
/// messages by that pair alone.
///
/// Source: RFC 8292, section 3.2.
public struct VAPIDKey: Sendable {
    /// The public half as browsers and headers take it: 65 bytes in unpadded Base64URL.
    public let publicText: String
    let privateKey: P256.PrivateKey

    /// Takes the private half.
    public init(_ privateKey: P256.PrivateKey) throws(CryptoFailure) {
        publicText = Base64URL.encode(try privateKey.publicKey.point)
        self.privateKey = privateKey
    }
}
