#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The certificate and key of a server, read and looked at.
struct TLSIdentity: Sendable {
    let certificate: String
    let privateKey: String

    /// TLS 1.2 and 1.3, in the words of GnuTLS; the versions before are not to be spoken (RFC 8996).
    static let priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    /// Reads both files.
    ///
    /// Whether they belong together is the library's to find out; see ``HTTPServerError/certificateRefused``.
    init(_ files: HTTPServer.TLSFiles) throws(HTTPServerError) {
        certificate = try Self.text(of: files.certificatePath)
        guard certificate.contains("-----BEGIN CERTIFICATE-----") else {
            throw .noCertificate(path: files.certificatePath)
        }
        privateKey = try Self.text(of: files.keyPath)
        guard !privateKey.contains("ENCRYPTED") else { throw .encryptedPrivateKey(path: files.keyPath) }
        guard privateKey.contains("-----BEGIN "), privateKey.contains("PRIVATE KEY-----") else {
            throw .noPrivateKey(path: files.keyPath)
        }
    }

    private static func text(of path: String) throws(HTTPServerError) -> String {
        guard let file = fopen(path, "r") else {
            throw .fileUnreadable(path: path, reason: SystemError.text(errno))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes.append(contentsOf: buffer[..<count])
        }
        guard ferror(file) == 0 else { throw .fileUnreadable(path: path, reason: SystemError.text(errno)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
