import COpenSSL

/// Why TLS did not come about. Its description is a sentence that says what to mend.
public enum TLSFailure: Error, Hashable, Sendable {
    /// The other end's certificate is past its last day.
    case certificateExpired
    /// The other end's certificate, by this machine's clock, does not count yet.
    case certificateNotYetValid
    /// The other end vouches for itself.
    case selfSigned
    /// No certificate that is trusted here stands behind the other end's.
    case untrustedIssuer
    /// The certificate names other hosts than the one asked for.
    case wrongHost(String)
    /// The certificate fails in another way, in OpenSSL's words.
    case invalidCertificate(String)
    /// The other end speaks TLS but not HTTP/2 (no `h2` by ALPN).
    case noHTTP2
    /// The other end does not speak TLS, or ended the handshake, in OpenSSL's words.
    case handshake(String)
    /// The file with the certificates to trust cannot be used.
    case unusableTrust(path: String, reason: String)
    /// The server's own certificate or key cannot be used.
    case unusableIdentity(String)
}

extension TLSFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .certificateExpired:
            "The server's certificate has expired: renew it, or set this machine's clock right."
        case .certificateNotYetValid:
            "The server's certificate is not valid yet: set this machine's clock right."
        case .selfSigned:
            "The server's certificate is self-signed and not trusted here: name the file of its CA if that is meant."
        case .untrustedIssuer:
            "Nobody who is trusted here vouches for the server's certificate: name the file of its CA, or install the "
                + "system's CA certificates (Debian: ca-certificates)."
        case .wrongHost(let host):
            "The server's certificate is not for \(host): check the address."
        case .invalidCertificate(let reason):
            "The server's certificate cannot be accepted: \(reason)."
        case .noHTTP2:
            "The server speaks TLS but not HTTP/2: check address and port, and that no proxy stands in between."
        case .handshake(let reason):
            "The TLS handshake failed: \(reason). Check that the port speaks TLS 1.2 or later."
        case .unusableTrust(let path, let reason):
            "The CA file \(path) cannot be used (\(reason)): it must hold certificates as PEM."
        case .unusableIdentity(let reason):
            "The server's certificate and key cannot be used: \(reason)."
        }
    }
}

extension TLSFailure {
    /// Reads why OpenSSL refused the other end's certificate; nothing when the certificate was not the reason.
    init?(verifyResult code: Int, host: String) {
        switch Int32(clamping: code) {
        case X509_V_OK: return nil
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .certificateNotYetValid
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: self = .selfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            self = .untrustedIssuer
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .wrongHost(host)
        default: self = .invalidCertificate(String(cString: X509_verify_cert_error_string(code)))
        }
    }

    /// Takes OpenSSL's queue of errors as the reason of a failed handshake.
    static func handshakeFailure() -> TLSFailure {
        let code = ERR_peek_last_error()
        let reason = push_tls_error_reason(code)
        let lastReason = takeOpenSSLErrors() ?? "the other end closed the connection"
        // Alert 120: RFC 7301 has a server that knows none of the offered protocols send it.
        let noApplicationProtocol: Int32 = 1120
        return reason == noApplicationProtocol ? .noHTTP2 : .handshake(lastReason)
    }
}

/// Empties OpenSSL's error queue of this thread and gives the newest entry's reason in words.
func takeOpenSSLErrors() -> String? {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    guard code != 0 else { return nil }
    return ERR_reason_error_string(code).map { String(cString: $0) } ?? "OpenSSL error \(code)"
}
