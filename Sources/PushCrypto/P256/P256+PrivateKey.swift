import COpenSSL

extension P256 {
    /// A private key, which signs.
    public struct PrivateKey: Sendable {
        let handle: KeyHandle

        /// Reads a key from the text of a p8 file, in any of the shapes that such files take on their way: PKCS#8 or
        /// SEC 1, any line ends, `\n` as two characters, one line, the Base64 body alone.
        public init(pem text: String) throws(KeyFault) {
            handle = try KeyReading.privateKey(text)
            try P256.checkCurve(handle)
        }

        private init(handle: KeyHandle) {
            self.handle = handle
        }

        /// A fresh key.
        public static func generate() throws(CryptoFailure) -> PrivateKey {
            guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else {
                throw CryptoFailure(while: "making a key")
            }
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            guard EVP_PKEY_keygen_init(context) == 1,
                EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
                EVP_PKEY_keygen(context, &key) == 1, let key
            else { throw CryptoFailure(while: "making a key") }
            return PrivateKey(handle: KeyHandle(owning: key))
        }
    }
}

extension P256.PrivateKey {
    /// The key as PKCS#8 in PEM, as Apple hands them out.
    public var pem: String {
        get throws(CryptoFailure) {
            guard let info = EVP_PKEY2PKCS8(handle.pointer) else { throw CryptoFailure(while: "writing a key") }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            guard let der = KeyHandle.encoded({ i2d_PKCS8_PRIV_KEY_INFO(info, $0) }) else {
                throw CryptoFailure(while: "writing a key")
            }
            return PEMText.written(der, label: "PRIVATE KEY")
        }
    }

    /// The other half, which verifies.
    public var publicKey: P256.PublicKey {
        get throws(CryptoFailure) {
            guard let der = KeyHandle.encoded({ i2d_PUBKEY(handle.pointer, $0) }),
                let key = KeyHandle.decoded(der, { d2i_PUBKEY(nil, $0, $1) })
            else { throw CryptoFailure(while: "deriving a public key") }
            return P256.PublicKey(handle: KeyHandle(owning: key))
        }
    }

    /// The ES256 signature of a message: r and s, 32 bytes each.
    public func sign(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw CryptoFailure(while: "signing") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, SHA256.algorithm, nil, handle.pointer) == 1 else {
            throw CryptoFailure(while: "signing")
        }
        var count = Int(EVP_PKEY_get_size(handle.pointer))
        var der = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &der, &count, message, message.count) == 1,
            let signature = P256.rawSignature(der: Array(der.prefix(count)))
        else { throw CryptoFailure(while: "signing") }
        return signature
    }
}
