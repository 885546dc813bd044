import COpenSSL

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connected, non-blocking TCP socket with TLS over it. It owns both, and closes both.
struct TLSSocket: ~Copyable {
    let descriptor: Int32
    private let connection: OpaquePointer
    /// The name that the other end's certificate must bear; none at a server.
    private let expectedHost: String?

    /// What came of a step that must not block.
    enum Step {
        /// So many bytes, or the handshake is done.
        case done(Int)
        /// Nothing before the descriptor can be read.
        case wantsRead
        /// Nothing before the descriptor can be written.
        case wantsWrite
        /// Never again.
        case over(ConnectionEnd)
    }

    /// A client's end, that will check the other's name.
    init(connecting descriptor: Int32, to host: String, context: TLSContext) throws(TLSFailure) {
        connection = try Self.makeConnection(on: descriptor, context: context, expecting: host)
        self.descriptor = descriptor
        expectedHost = host
        SSL_set_connect_state(connection)
    }

    /// A numeric host is looked for among the certificate's addresses, a name among its names; only a name is sent as SNI
    /// (RFC 6066, section 3).
    private static func expect(_ host: String, on connection: OpaquePointer) -> Bool {
        if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host) == 1 { return true }
        SSL_set_hostflags(connection, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        let isChecked = SSL_set1_host(connection, host) == 1 && push_tls_set_server_name(connection, host) == 1
        ERR_clear_error()
        return isChecked
    }

    /// A server's end.
    init(accepting descriptor: Int32, context: TLSContext) throws(TLSFailure) {
        connection = try Self.makeConnection(on: descriptor, context: context, expecting: nil)
        self.descriptor = descriptor
        expectedHost = nil
        SSL_set_accept_state(connection)
    }

    private static func makeConnection(
        on descriptor: Int32,
        context: TLSContext,
        expecting host: String?
    ) throws(TLSFailure) -> OpaquePointer {
        guard let connection = SSL_new(context.pointer) else {
            close(descriptor)
            throw .handshake(takeOpenSSLErrors() ?? "OpenSSL has no memory")
        }
        if let host, !expect(host, on: connection) {
            SSL_free(connection)
            close(descriptor)
            throw .wrongHost(host)
        }
        SSL_set_fd(connection, descriptor)
        return connection
    }

    deinit {
        SSL_free(connection)
        close(descriptor)
    }

    /// One step of the handshake; done when TLS stands and both ends speak HTTP/2.
    func handshake() -> Step {
        ERR_clear_error()
        let result = SSL_do_handshake(connection)
        if result == 1 {
            return ALPN.isHTTP2(connection) ? .done(0) : .over(.tls(.noHTTP2))
        }
        let error = SSL_get_error(connection, result)
        switch error {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        default:
            if let expectedHost,
                let failure = TLSFailure(
                    verifyResult: SSL_get_verify_result(connection),
                    host: expectedHost
                )
            {
                return .over(.tls(failure))
            }
            // Without an entry in the queue the network ended it, not TLS.
            return .over(ERR_peek_error() == 0 ? .reset : .tls(.handshakeFailure()))
        }
    }

    /// Reads at most one TLS record.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        let count = SSL_read(connection, buffer.baseAddress, Int32(clamping: buffer.count))
        return count > 0 ? .done(Int(count)) : stopped(count)
    }

    /// Writes at most one TLS record.
    func write(_ bytes: UnsafeRawBufferPointer) -> Step {
        let count = SSL_write(connection, bytes.baseAddress, Int32(clamping: bytes.count))
        return count > 0 ? .done(Int(count)) : stopped(count)
    }

    /// Tells the other end, if the socket takes it, that nothing more comes.
    func sayGoodbye() {
        _ = SSL_shutdown(connection)
        ERR_clear_error()
    }

    private func stopped(_ result: Int32) -> Step {
        switch SSL_get_error(connection, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_ZERO_RETURN: return .over(.closedByPeer)
        default:
            ERR_clear_error()
            return .over(.reset)
        }
    }
}
