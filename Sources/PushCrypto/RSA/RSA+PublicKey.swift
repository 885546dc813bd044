extension RSA {
    /// A public key, which verifies.
    public struct PublicKey: Sendable {
        private let handle: KeyHandle

        init(handle: KeyHandle) {
            self.handle = handle
        }

        /// Reads a key from PEM.
        public init(pem text: String) throws(KeyFault) {
            handle = try KeyReading.publicKey(text)
            try RSA.check(handle)
        }
    }
}

extension RSA.PublicKey {
    /// The key as SubjectPublicKeyInfo in PEM.
    public var pem: String {
        get throws(CryptoFailure) { try handle.publicPEM }
    }

    /// Whether this is the key's RS256 signature of the message.
    public func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        handle.isValid(signature: signature, of: message)
    }
}
