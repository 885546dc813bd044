/// Why a server did not start, with the mend.
public enum HTTPServerError: Error, Hashable, Sendable {
    case portInUse(host: String, port: UInt16)
    case portForbidden(port: UInt16)
    case addressUnavailable(host: String)
    case hostNotFound(host: String, reason: String)
    case fileUnreadable(path: String, reason: String)
    case noCertificate(path: String)
    case noPrivateKey(path: String)
    case encryptedPrivateKey(path: String)
    case certificateRefused(certificatePath: String, keyPath: String)
    case noTLS
    case startedBefore
    case library(String)
}

extension HTTPServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .portInUse(let host, let port):
            "Port \(port) of \(host) is in use: stop the program that listens there, or pick another port."
        case .portForbidden(let port):
            "Port \(port) is not allowed to this user: pick one above 1023, or put a proxy in front."
        case .addressUnavailable(let host):
            "\(host) is not an address of this machine: pick one of its own, or 0.0.0.0 for all."
        case .hostNotFound(let host, let reason):
            "\(host) has no address (\(reason)): give an IP address, or a name that resolves."
        case .fileUnreadable(let path, let reason):
            "\(path) cannot be read (\(reason)): check the path and who may read it."
        case .noCertificate(let path):
            "\(path) holds no certificate in PEM form: it must have a line -----BEGIN CERTIFICATE-----."
        case .noPrivateKey(let path):
            "\(path) holds no private key in PEM form: it must have a line -----BEGIN PRIVATE KEY-----."
        case .encryptedPrivateKey(let path):
            "The key in \(path) is encrypted: decrypt it with openssl pkey -in \(path) -out FILE."
        case .certificateRefused(let certificatePath, let keyPath):
            "The certificate in \(certificatePath) and the key in \(keyPath) do not belong together, or one is damaged: "
                + "give the pair that was issued together."
        case .noTLS: "This build of libmicrohttpd has no TLS: install one with GnuTLS, or put a proxy in front."
        case .startedBefore: "This server was started before: make another one."
        case .library(let text): "libmicrohttpd did not start: \(text)"
        }
    }
}
