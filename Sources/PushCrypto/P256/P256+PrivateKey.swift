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

        /// Takes the private number, 32 bytes.
        ///
        /// - Throws: ``KeyFault/notAScalar``.
        public init(scalar: [UInt8]) throws(KeyFault) {
            guard let point = CurveArithmetic.point(of: scalar),
                let key = KeyHandle.decoded(
                    Self.scalarPrefix + scalar + Self.pointPrefix + point,
                    { d2i_AutoPrivateKey(nil, $0, $1) }
                )
            else { throw .notAScalar }
            handle = KeyHandle(owning: key)
        }

        /// What an ECPrivateKey on P-256 has before the number, and between it and the point.
        ///
        /// Source: RFC 5915, section 3.
        private static let scalarPrefix: [UInt8] = [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20]
        private static let pointPrefix: [UInt8] = [
            0xa0, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0xa1, 0x44, 0x03, 0x42, 0x00,
        ]

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
        get throws(CryptoFailure) { try handle.privatePEM }
    }

    /// The private number, 32 bytes. VAPID keys are written so.
    public var scalar: [UInt8] {
        get throws(CryptoFailure) {
            var number: OpaquePointer?
            guard EVP_PKEY_get_bn_param(handle.pointer, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 else {
                throw CryptoFailure(while: "writing a key")
            }
            defer { BN_clear_free(number) }
            var bytes = [UInt8](repeating: 0, count: P256.scalarByteCount)
            guard BN_bn2binpad(number, &bytes, Int32(bytes.count)) == Int32(bytes.count) else {
                throw CryptoFailure(while: "writing a key")
            }
            return bytes
        }
    }

    /// The other half, which verifies.
    public var publicKey: P256.PublicKey {
        get throws(CryptoFailure) { P256.PublicKey(handle: try handle.publicHalf) }
    }

    /// The ES256 signature of a message: r and s, 32 bytes each.
    public func sign(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        guard let signature = P256.rawSignature(der: try handle.sign(message)) else {
            throw CryptoFailure(while: "signing")
        }
        return signature
    }
}
