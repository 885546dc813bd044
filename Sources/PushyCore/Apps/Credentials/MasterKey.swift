import PushCrypto

/// The key under which the credentials of apps lie in the store: 32 bytes, as 43 characters of Base64URL.
///
/// What is sealed for one app and service opens for no other, and any change of it is noticed.
public struct MasterKey: Sendable {
    private static let byteCount = 32

    private let key: AESGCM.Key
    /// Tells this key from others without telling anything of it.
    let mark: String

    /// Why a text is no master key.
    public struct Invalid: Error, Hashable, Sendable {}

    /// Takes the key as the settings have it.
    public init(_ text: String) throws(Invalid) {
        guard let bytes = Base64URL.decode(text), bytes.count == Self.byteCount else { throw Invalid() }
        let extracted = HKDF.extract(bytes, salt: [])
        let sealing = HKDF.expand(extracted, info: Array("pushy credentials".utf8), byteCount: Self.byteCount)
        guard let key = AESGCM.Key(sealing) else { throw Invalid() }
        self.key = key
        mark = Base64URL.encode(HMAC.sha256(Array("pushy master key".utf8), key: extracted))
    }

    /// The text of a new key, from the system's random source.
    public static func randomText() -> String { Base64URL.encode(SecureRandom.bytes(byteCount)) }

    /// Encrypts what an app needs for a service: a nonce of its own, then the ciphertext.
    func seal(_ secret: [UInt8], for service: PushServiceKind, of app: AppID) throws(CryptoFailure) -> [UInt8] {
        let nonce = SecureRandom.bytes(AESGCM.nonceByteCount)
        return nonce + (try key.seal(secret, nonce: nonce, context: Self.context(service, app)))
    }

    /// Decrypts it again; nil where it was sealed with another key, for another app or service, or was changed.
    func open(_ sealed: [UInt8], for service: PushServiceKind, of app: AppID) throws(CryptoFailure) -> [UInt8]? {
        guard sealed.count > AESGCM.nonceByteCount else { return nil }
        let nonce = Array(sealed[..<AESGCM.nonceByteCount])
        let ciphertext = Array(sealed[AESGCM.nonceByteCount...])
        return try key.open(ciphertext, nonce: nonce, context: Self.context(service, app))
    }

    private static func context(_ service: PushServiceKind, _ app: AppID) -> [UInt8] {
        Array("\(app) \(service.rawValue)".utf8)
    }
}

extension MasterKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(a key)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
