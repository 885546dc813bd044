import COpenSSL

extension KeyHandle {
    /// Signs with SHA-256 and the scheme that belongs to the key's kind: ECDSA in DER, or RSASSA-PKCS1-v1_5.
    func sign(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw CryptoFailure(while: "signing") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, SHA256.algorithm, nil, pointer) == 1 else {
            throw CryptoFailure(while: "signing")
        }
        var count = Int(EVP_PKEY_get_size(pointer))
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
            throw CryptoFailure(while: "signing")
        }
        signature.removeLast(signature.count - count)
        return signature
    }

    /// Whether a signature in the form of ``sign(_:)`` is this key's.
    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            // A wrong signature leaves errors behind, and TLS on this thread would take them for its own.
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit(context, nil, SHA256.algorithm, nil, pointer) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// The other half of a private key.
    var publicHalf: KeyHandle {
        get throws(CryptoFailure) {
            guard let der = Self.encoded({ i2d_PUBKEY(pointer, $0) }),
                let key = Self.decoded(der, { d2i_PUBKEY(nil, $0, $1) })
            else { throw CryptoFailure(while: "deriving a public key") }
            return KeyHandle(owning: key)
        }
    }

    /// A private key as PKCS#8 in PEM.
    var privatePEM: String {
        get throws(CryptoFailure) {
            guard let info = EVP_PKEY2PKCS8(pointer) else { throw CryptoFailure(while: "writing a key") }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            guard let der = Self.encoded({ i2d_PKCS8_PRIV_KEY_INFO(info, $0) }) else {
                throw CryptoFailure(while: "writing a key")
            }
            return PEMText.written(der, label: "PRIVATE KEY")
        }
    }

    /// A public key as SubjectPublicKeyInfo in PEM.
    var publicPEM: String {
        get throws(CryptoFailure) {
            guard let der = Self.encoded({ i2d_PUBKEY(pointer, $0) }) else {
                throw CryptoFailure(while: "writing a public key")
            }
            return PEMText.written(der, label: "PUBLIC KEY")
        }
    }
}
