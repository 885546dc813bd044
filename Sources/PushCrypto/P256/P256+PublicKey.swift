import COpenSSL

extension P256 {
    /// A public key, which verifies.
    public struct PublicKey: Sendable {
        let handle: KeyHandle

        init(handle: KeyHandle) {
            self.handle = handle
        }

        /// Reads a key from PEM, in the same shapes as a private one.
        public init(pem text: String) throws(KeyFault) {
            handle = try KeyReading.publicKey(text)
            try P256.checkCurve(handle)
        }

        /// Takes the point itself, uncompressed: 65 bytes, the first of them 4.
        ///
        /// Source: SEC 1, section 2.3.3; RFC 8291 and RFC 8292 carry keys so.
        public init(point: [UInt8]) throws(KeyFault) {
            guard point.count == 65, point.first == 4,
                let key = KeyHandle.decoded(Self.pointPrefix + point, { d2i_PUBKEY(nil, $0, $1) })
            else { throw .notAPoint }
            handle = KeyHandle(owning: key)
        }

        /// What a SubjectPublicKeyInfo on P-256 has before the point. Source: RFC 5480, section 2.
        private static let pointPrefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
            0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
    }
}

extension P256.PublicKey {
    /// The key as SubjectPublicKeyInfo in PEM.
    public var pem: String {
        get throws(CryptoFailure) { try handle.publicPEM }
    }

    /// The point, uncompressed: 65 bytes, the first of them 4.
    public var point: [UInt8] {
        get throws(CryptoFailure) {
            var bytes: UnsafeMutablePointer<UInt8>?
            let count = EVP_PKEY_get1_encoded_public_key(handle.pointer, &bytes)
            guard count == 65, let bytes else { throw CryptoFailure(while: "writing a public key") }
            defer { CRYPTO_free(bytes, #file, #line) }
            return Array(UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// Whether r and s, 32 bytes each, are this key's ES256 signature of the message.
    public func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let der = P256.derSignature(raw: signature) else { return false }
        return handle.isValid(signature: der, of: message)
    }
}

extension P256.PublicKey: Equatable {
    public static func == (left: P256.PublicKey, right: P256.PublicKey) -> Bool {
        EVP_PKEY_eq(left.handle.pointer, right.handle.pointer) == 1
    }
}
