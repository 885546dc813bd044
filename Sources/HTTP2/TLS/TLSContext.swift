import COpenSSL

/// What all connections of one kind share in TLS: whom they trust, or who they are. TLS 1.2 or later, HTTP/2 by ALPN.
public final class TLSContext: @unchecked Sendable {
    // Sendable because the SSL_CTX is not changed after it is made, and OpenSSL lets any thread open connections on it.
    let pointer: OpaquePointer

    /// Whom a client trusts.
    public enum Trust: Hashable, Sendable {
        /// The certificates that the system trusts.
        case system
        /// The certificates in this PEM file, and no others.
        case file(String)
        /// These certificates as PEM, and no others.
        case certificates([UInt8])
    }

    /// One recv(2) may bring as much as this, several TLS records at a time.
    private static let readAheadByteCount = 128 * 1024

    private init(method: OpaquePointer?) throws(TLSFailure) {
        guard let pointer = SSL_CTX_new(method) else {
            throw .handshake(takeOpenSSLErrors() ?? "OpenSSL has no memory")
        }
        self.pointer = pointer
        _ = push_tls_require_version_1_2(pointer)
        push_tls_allow_partial_writes(pointer)
        push_tls_read_ahead(pointer, Self.readAheadByteCount)
        push_tls_forbid_renegotiation(pointer)
    }

    deinit {
        SSL_CTX_free(pointer)
    }
}

extension TLSContext {
    /// A client's side: the other end's certificate and its name are checked.
    ///
    /// - Throws: ``TLSFailure/unusableTrust(path:reason:)``.
    public static func client(trusting trust: Trust) throws(TLSFailure) -> TLSContext {
        let context = try TLSContext(method: TLS_client_method())
        SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
        switch trust {
        case .system:
            SSL_CTX_set_default_verify_paths(context.pointer)
        case .file(let path):
            guard SSL_CTX_load_verify_file(context.pointer, path) == 1 else {
                throw .unusableTrust(path: path, reason: takeOpenSSLErrors() ?? "no certificate in it")
            }
        case .certificates(let text):
            let source = PEMText(text)
            let store = SSL_CTX_get_cert_store(context.pointer)
            while let certificate = source.readCertificate() {
                X509_STORE_add_cert(store, certificate)
                X509_free(certificate)
            }
            ERR_clear_error()
        }
        // SSL_CTX_set_alpn_protos, alone in OpenSSL, answers 0 for success.
        SSL_CTX_set_alpn_protos(context.pointer, ALPN.offer, UInt32(ALPN.offer.count))
        return context
    }

    /// A server's side: its certificate, intermediate ones behind it, and its key, each as PEM.
    ///
    /// - Throws: ``TLSFailure/unusableIdentity(_:)``.
    public static func server(certificateChain: [UInt8], privateKey: [UInt8]) throws(TLSFailure) -> TLSContext {
        let context = try serverWithoutHTTP2(certificateChain: certificateChain, privateKey: privateKey)
        SSL_CTX_set_alpn_select_cb(context.pointer, ALPN.select, nil)
        return context
    }

    /// A server that agrees on no protocol, as one does that speaks HTTP/1.1 alone: a fault to test clients with.
    ///
    /// - Throws: ``TLSFailure/unusableIdentity(_:)``.
    public static func serverWithoutHTTP2(
        certificateChain: [UInt8],
        privateKey: [UInt8]
    ) throws(TLSFailure) -> TLSContext {
        let context = try TLSContext(method: TLS_server_method())
        try context.use(certificateChain: certificateChain)
        try context.use(privateKey: privateKey)
        return context
    }

    private func use(certificateChain: [UInt8]) throws(TLSFailure) {
        let source = PEMText(certificateChain)
        guard let leaf = source.readCertificate() else {
            throw .unusableIdentity("there is no certificate as PEM (\(takeOpenSSLErrors() ?? "empty"))")
        }
        defer { X509_free(leaf) }
        guard SSL_CTX_use_certificate(pointer, leaf) == 1 else {
            throw .unusableIdentity(takeOpenSSLErrors() ?? "the certificate is refused")
        }
        while let issuer = source.readCertificate() {
            // The context owns the issuer from here on.
            SSL_CTX_ctrl(pointer, SSL_CTRL_EXTRA_CHAIN_CERT, 0, UnsafeMutableRawPointer(issuer))
        }
        ERR_clear_error()
    }

    private func use(privateKey: [UInt8]) throws(TLSFailure) {
        guard let key = PEMText(privateKey).readPrivateKey() else {
            throw .unusableIdentity("there is no private key as PEM (\(takeOpenSSLErrors() ?? "empty"))")
        }
        defer { EVP_PKEY_free(key) }
        guard SSL_CTX_use_PrivateKey(pointer, key) == 1 else {
            throw .unusableIdentity(takeOpenSSLErrors() ?? "the key does not belong to the certificate")
        }
    }
}
