import COpenSSL

extension RSA {
    /// A private key, which signs.
    public struct PrivateKey: Sendable {
        private let handle: KeyHandle

        /// Reads a key from PEM, PKCS#8 or PKCS#1, in all the shapes that a variable or a JSON text gives it.
        public init(pem text: String) throws(KeyFault) {
            handle = try KeyReading.privateKey(text)
            try RSA.check(handle)
        }

        private init(handle: KeyHandle) {
            self.handle = handle
        }

        /// A fresh key of 2,048 bits. It takes a moment.
        public static func generate() throws(CryptoFailure) -> PrivateKey {
            guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil) else {
                throw CryptoFailure(while: "making a key")
            }
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            guard EVP_PKEY_keygen_init(context) == 1,
                EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(RSA.minimumBitCount)) == 1,
                EVP_PKEY_keygen(context, &key) == 1, let key
            else { throw CryptoFailure(while: "making a key") }
            return PrivateKey(handle: KeyHandle(owning: key))
        }
    }
}

extension RSA.PrivateKey {
    /// The key as PKCS#8 in PEM, as service accounts carry it.
    public var pem: String {
        get throws(CryptoFailure) { try handle.privatePEM }
    }

    /// The other half, which verifies.
    public var publicKey: RSA.PublicKey {
        get throws(CryptoFailure) { RSA.PublicKey(handle: try handle.publicHalf) }
    }

    /// The RS256 signature of a message.
    public func sign(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        try handle.sign(message)
    }
}
