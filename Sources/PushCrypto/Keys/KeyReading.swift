import COpenSSL

/// Finds the one key in a PEM text, whatever wraps it, and says what else it is if it is none.
enum KeyReading {
    /// A private key in PKCS#8, or in SEC 1 as `openssl ecparam -genkey` writes it.
    static func privateKey(_ text: String) throws(KeyFault) -> KeyHandle {
        let block = try keyBlock(of: text) { $0?.hasSuffix("PRIVATE KEY") ?? true }
        let der = try der(of: block)
        if let key = KeyHandle.decoded(der, { d2i_AutoPrivateKey(nil, $0, $1) }) { return KeyHandle(owning: key) }
        throw whatElse(der, label: block.label)
    }

    /// A public key as SubjectPublicKeyInfo.
    static func publicKey(_ text: String) throws(KeyFault) -> KeyHandle {
        let block = try keyBlock(of: text) { $0 == nil || $0 == "PUBLIC KEY" }
        let der = try der(of: block)
        if let key = KeyHandle.decoded(der, { d2i_PUBKEY(nil, $0, $1) }) { return KeyHandle(owning: key) }
        throw whatElse(der, label: block.label)
    }

    /// The key among the blocks: files from `ecparam` have curve parameters first, and some have a certificate along.
    private static func keyBlock(
        of text: String,
        where isKey: (String?) -> Bool
    ) throws(KeyFault) -> PEMText.Block {
        let blocks = PEMText(text).blocks
        guard let block = blocks.first(where: { isKey($0.label) }) ?? blocks.first else { throw .empty }
        return block
    }

    private static func der(of block: PEMText.Block) throws(KeyFault) -> [UInt8] {
        if block.label == "ENCRYPTED PRIVATE KEY" { throw .encrypted }
        switch block.body {
        case .der(let der): return der
        case .encrypted: throw .encrypted
        case .notBase64: throw .notBase64
        case .cutOff: throw .cutOff
        }
    }

    /// What DER is that was not the key looked for.
    private static func whatElse(_ der: [UInt8], label: String?) -> KeyFault {
        if let key = KeyHandle.decoded(der, { d2i_PUBKEY(nil, $0, $1) }) {
            EVP_PKEY_free(key)
            return .publicKey
        }
        if let key = KeyHandle.decoded(der, { d2i_AutoPrivateKey(nil, $0, $1) }) {
            EVP_PKEY_free(key)
            return .privateKey
        }
        if let certificate = KeyHandle.decoded(der, { d2i_X509(nil, $0, $1) }) {
            X509_free(certificate)
            return .certificate
        }
        if let encrypted = KeyHandle.decoded(der, { d2i_X509_SIG(nil, $0, $1) }) {
            X509_SIG_free(encrypted)
            return .encrypted
        }
        if let label, !labelsOfKeys.contains(label) { return .otherBlock(label: label) }
        return .damaged
    }

    private static let labelsOfKeys: Set = ["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "PUBLIC KEY"]
}
