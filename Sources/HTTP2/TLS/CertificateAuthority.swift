import COpenSSL

/// An authority of one's own, which vouches for servers on this machine: for tests, benchmarks and first steps.
///
/// Its keys are P-256. Its certificate and key can be kept as PEM and be used again.
public final class CertificateAuthority {
    private let certificate: OpaquePointer
    private let key: OpaquePointer

    /// A server's certificate with its key, each as PEM.
    public struct Identity: Sendable {
        /// The certificate.
        public let certificateChain: [UInt8]
        /// The private key.
        public let privateKey: [UInt8]

        /// A certificate, with intermediate ones behind it, and its key.
        public init(certificateChain: [UInt8], privateKey: [UInt8]) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }

    /// From when until when a certificate counts, in seconds from now; negative seconds lie in the past.
    public struct Validity: Hashable, Sendable {
        let from: Int
        let to: Int

        /// Ten years, and since yesterday, so that a clock that is a little off does no harm.
        public static let tenYears = Validity(from: -86_400, to: 10 * 365 * 86_400)
        /// Over since an hour ago.
        public static let expired = Validity(from: -86_400, to: -3_600)
        /// From tomorrow on.
        public static let future = Validity(from: 86_400, to: 2 * 86_400)
    }

    /// A new authority.
    ///
    /// - Throws: ``TLSFailure/unusableIdentity(_:)`` if OpenSSL cannot make one.
    public init(named name: String) throws(TLSFailure) {
        key = try Self.makeKey()
        do throws(TLSFailure) {
            certificate = try Self.makeCertificate(
                named: name,
                publicKey: key,
                validity: .tenYears,
                issuer: nil,
                signedWith: key,
                extensions: [
                    (NID_basic_constraints, "critical,CA:TRUE"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
                    (NID_subject_key_identifier, "hash"),
                ]
            )
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
    }

    /// An authority that was kept as PEM.
    ///
    /// - Throws: ``TLSFailure/unusableIdentity(_:)`` if it is not readable, or the key is not the certificate's.
    public init(certificate: [UInt8], privateKey: [UInt8]) throws(TLSFailure) {
        guard let key = PEMText(privateKey).readPrivateKey() else {
            throw .unusableIdentity("the authority's key is not PEM (\(takeOpenSSLErrors() ?? "empty"))")
        }
        guard let certificate = PEMText(certificate).readCertificate() else {
            EVP_PKEY_free(key)
            throw .unusableIdentity("the authority's certificate is not PEM (\(takeOpenSSLErrors() ?? "empty"))")
        }
        self.key = key
        self.certificate = certificate
        guard X509_check_private_key(certificate, key) == 1 else {
            throw .unusableIdentity(takeOpenSSLErrors() ?? "the authority's key is not its certificate's")
        }
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// The authority's certificate as PEM: what a client is to trust.
    public var certificateText: [UInt8] { PEMText().write(certificate: certificate) }

    /// The authority's private key as PEM; whoever has it can pose as any server to those who trust the authority.
    public var privateKeyText: [UInt8] { PEMText().write(privateKey: key) }

    /// A certificate for a server that is reached by these names and numeric addresses.
    ///
    /// - Throws: ``TLSFailure/unusableIdentity(_:)`` if a host is neither a name nor an address.
    public func issue(for hosts: [String], validity: Validity = .tenYears) throws(TLSFailure) -> Identity {
        let key = try Self.makeKey()
        defer { EVP_PKEY_free(key) }
        let names = hosts.map { Self.isNumeric($0) ? "IP:\($0)" : "DNS:\($0)" }
        let certificate = try Self.makeCertificate(
            named: hosts.first ?? "localhost",
            publicKey: key,
            validity: validity,
            issuer: self.certificate,
            signedWith: self.key,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"), (NID_subject_alt_name, names.joined(separator: ",")),
            ]
        )
        defer { X509_free(certificate) }
        return Identity(
            certificateChain: PEMText().write(certificate: certificate),
            privateKey: PEMText().write(privateKey: key)
        )
    }
}

extension CertificateAuthority {
    private static func isNumeric(_ host: String) -> Bool {
        guard let address = a2i_IPADDRESS(host) else {
            ERR_clear_error()
            return false
        }
        ASN1_OCTET_STRING_free(address)
        return true
    }

    private static func makeKey() throws(TLSFailure) -> OpaquePointer {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw .unusableIdentity(takeOpenSSLErrors() ?? "OpenSSL makes no key") }
        return key
    }

    private static func makeCertificate(
        named name: String,
        publicKey: OpaquePointer,
        validity: Validity,
        issuer: OpaquePointer?,
        signedWith key: OpaquePointer,
        extensions: [(Int32, String)]
    ) throws(TLSFailure) -> OpaquePointer {
        guard let certificate = X509_new() else { throw .unusableIdentity("OpenSSL has no memory") }
        // RFC 5280, section 4.1.2.1: version 3 is written as 2.
        X509_set_version(certificate, 2)
        setRandomSerial(of: certificate)
        X509_gmtime_adj(X509_getm_notBefore(certificate), validity.from)
        X509_gmtime_adj(X509_getm_notAfter(certificate), validity.to)
        X509_set_pubkey(certificate, publicKey)
        let subject = X509_get_subject_name(certificate)
        X509_NAME_add_entry_by_NID(
            subject,
            NID_commonName,
            MBSTRING_UTF8,
            Array(name.utf8),
            Int32(name.utf8.count),
            -1,
            0
        )
        X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0) } ?? subject)
        var isComplete = true
        for (identifier, value) in extensions {
            isComplete = add(identifier, value, to: certificate, issuer: issuer ?? certificate) && isComplete
        }
        guard isComplete, X509_sign(certificate, key, EVP_sha256()) > 0 else {
            X509_free(certificate)
            throw .unusableIdentity(takeOpenSSLErrors() ?? "OpenSSL makes no certificate")
        }
        return certificate
    }

    /// Sixteen random bytes, positive: two authorities of one name must not issue the same number.
    private static func setRandomSerial(of certificate: OpaquePointer) {
        let number = BN_new()
        defer { BN_free(number) }
        BN_rand(number, 127, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY)
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate))
    }

    private static func add(
        _ identifier: Int32,
        _ value: String,
        to certificate: OpaquePointer,
        issuer: OpaquePointer
    ) -> Bool {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
        guard let entry = X509V3_EXT_nconf_nid(nil, &context, identifier, value) else { return false }
        defer { X509_EXTENSION_free(entry) }
        return X509_add_ext(certificate, entry, -1) == 1
    }
}
