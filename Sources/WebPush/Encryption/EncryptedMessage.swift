import PushCrypto

/// A message as a push service carries it and one browser alone can read it.
///
/// Source: RFC 8291, sections 3 and 4.
public struct EncryptedMessage: Hashable, Sendable {
    /// What services must take: RFC 8291, section 4.
    public static let maximumByteCount = 4_096
    /// The longest plaintext that fits, padding included.
    public static let maximumPlaintextByteCount =
        maximumByteCount - EncryptedRecord.headerByteCount - P256.pointByteCount - EncryptedRecord.trailerByteCount

    /// The body of the request.
    public let bytes: [UInt8]

    /// Encrypts with a key and a salt of its own.
    ///
    /// - Throws: ``MessageFault/tooLong(byteCount:)`` or ``MessageFault/crypto(_:)``.
    public init(
        _ plaintext: [UInt8],
        for subscription: PushSubscription,
        padding: MessagePadding = .none
    ) throws(MessageFault) {
        let paddingByteCount = try padding.byteCount(after: plaintext.count)
        do throws(CryptoFailure) {
            try self.init(
                plaintext,
                paddingByteCount: paddingByteCount,
                for: subscription,
                key: P256.AgreementKey.generate(),
                salt: SecureRandom.bytes(EncryptedRecord.saltByteCount)
            )
        } catch {
            throw .crypto(error)
        }
    }

    /// Encrypts with a given key and salt, each of which must be used once only.
    init(
        _ plaintext: [UInt8],
        paddingByteCount: Int,
        for subscription: PushSubscription,
        key: P256.AgreementKey,
        salt: [UInt8]
    ) throws(CryptoFailure) {
        let secret = try key.sharedSecret(with: subscription.key)
        let pairKey = HKDF.extract(secret, salt: subscription.secret)
        let info = Self.pairInfo + subscription.key.bytes + key.point.bytes
        bytes = try EncryptedRecord.seal(
            plaintext,
            paddingByteCount: paddingByteCount,
            material: HKDF.expand(pairKey, info: info, byteCount: SHA256.byteCount),
            salt: salt,
            keyID: key.point.bytes
        )
    }

    private static let pairInfo = Array("WebPush: info\0".utf8)
}
