import COpenSSL

/// PEM text in memory, that OpenSSL reads from or writes to.
struct PEMText: ~Copyable {
    private let pointer: OpaquePointer?

    /// Text to read from.
    init(_ text: [UInt8] = []) {
        let bio = BIO_new(BIO_s_mem())
        BIO_write(bio, text, Int32(text.count))
        pointer = bio
    }

    deinit {
        BIO_free(pointer)
    }

    /// The next certificate, which the caller frees; nothing when there is none.
    func readCertificate() -> OpaquePointer? {
        PEM_read_bio_X509(pointer, nil, nil, nil)
    }

    /// The private key, which the caller frees; nothing when there is none, or it is encrypted.
    func readPrivateKey() -> OpaquePointer? {
        // Without the callback OpenSSL would ask at the terminal for an encrypted key's password.
        PEM_read_bio_PrivateKey(pointer, nil, { _, _, _, _ in -1 }, nil)
    }

    consuming func write(certificate: OpaquePointer) -> [UInt8] {
        PEM_write_bio_X509(pointer, certificate)
        return contents()
    }

    consuming func write(privateKey: OpaquePointer) -> [UInt8] {
        PEM_write_bio_PrivateKey(pointer, privateKey, nil, nil, 0, nil, nil)
        return contents()
    }

    private func contents() -> [UInt8] {
        let count = Int(BIO_ctrl_pending(pointer))
        return Array(unsafeUninitializedCapacity: count) { buffer, used in
            used = max(0, Int(BIO_read(pointer, buffer.baseAddress, Int32(count))))
        }
    }
}
