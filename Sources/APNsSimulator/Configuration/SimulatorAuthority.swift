import Foundation
import HTTP2

/// The authority behind a simulator's certificate: made anew, or kept in two files between runs, so that clients need not
/// be told again whom to trust.
enum SimulatorAuthority {
    static func make(keptAt path: String?) throws(SimulatorFailure) -> CertificateAuthority {
        guard let path else { return try create() }
        let keyPath = path + ".key"
        if let certificate = FileManager.default.contents(atPath: path),
            let key = FileManager.default.contents(atPath: keyPath)
        {
            do throws(TLSFailure) {
                return try CertificateAuthority(certificate: Array(certificate), privateKey: Array(key))
            } catch {
                throw .file(path: path, reason: "\(error) Remove it and \(keyPath), and new ones are made")
            }
        }
        let authority = try create()
        // The key first: a certificate without one would be made anew under those who trust it already.
        try write(authority.privateKeyText, to: keyPath, mode: 0o600)
        try write(authority.certificateText, to: path, mode: 0o644)
        return authority
    }

    private static func create() throws(SimulatorFailure) -> CertificateAuthority {
        do throws(TLSFailure) {
            return try CertificateAuthority(named: "Pushy simulator authority")
        } catch {
            throw .certificates(error)
        }
    }

    private static func write(_ text: [UInt8], to path: String, mode: Int) throws(SimulatorFailure) {
        let isWritten = FileManager.default.createFile(
            atPath: path,
            contents: Data(text),
            attributes: [.posixPermissions: mode]
        )
        guard isWritten else { throw .file(path: path, reason: "it cannot be written; check the folder") }
    }
}
