/// Why a text is not the key that is needed, by saying what it is instead.
public enum KeyFault: Error, Hashable, Sendable {
    case empty
    case encrypted
    case certificate
    case publicKey
    case privateKey
    /// A key on another curve, in OpenSSL's words: `secp384r1`.
    case otherCurve(String)
    /// A key of another kind, in OpenSSL's words: `RSA`, `ED25519`.
    case otherKind(String)
    /// A PEM block that holds something else altogether.
    case otherBlock(label: String)
    case cutOff
    case notBase64
    /// Base64 of something that is no key at all.
    case damaged
    /// A point of the wrong length, or one that is not on the curve.
    case notAPoint
    /// A private number of the wrong length, or out of range.
    case notAScalar
    /// A key of another kind where RSA is needed, in OpenSSL's words: `EC`.
    case notRSA(String)
    /// An RSA key that is too short for RS256.
    case tooShort(bitCount: Int)
}

extension KeyFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "The key is empty. Give the text of the .p8 file."
        case .encrypted:
            "The key is encrypted with a passphrase. Decrypt it first: openssl pkcs8 -in KEY -topk8 -nocrypt -out KEY.p8"
        case .certificate: "This is a certificate, not a key. Give the .p8 file with the private key."
        case .publicKey: "This is a public key. Give the private key, the .p8 file."
        case .privateKey: "This is a private key where a public one is needed. Keep it secret and give the public key."
        case .otherCurve(let name): "This is a key on the curve \(name); one on P-256 (prime256v1) is needed."
        case .otherKind(let name): "This is a key of the kind \(name); an elliptic-curve key on P-256 is needed."
        case .otherBlock(let label): "This is a PEM block of the kind \"\(label)\". Give the private key, the .p8 file."
        case .cutOff: "The key is cut off: the line -----END …----- is missing. Copy the whole file."
        case .notBase64: "The key has characters that do not belong there. Copy the whole .p8 file and nothing else."
        case .damaged: "The key is damaged: it is Base64, but no key. Copy the whole .p8 file again."
        case .notAPoint: "This is no point on P-256: 65 bytes, the first of them 4, are needed."
        case .notAScalar: "This is no private key on P-256: 32 bytes are needed, and not any 32."
        case .notRSA(let name): "This is a key of the kind \(name); an RSA key is needed."
        case .tooShort(let bitCount):
            "This RSA key has \(bitCount) bits; at least \(RSA.minimumBitCount) are needed."
        }
    }
}
