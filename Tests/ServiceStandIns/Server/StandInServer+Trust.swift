import Foundation

extension StandInServer {
    /// A new file with the certificate of the authority, for clients that trust it. It goes with the value.
    public final class TrustFile: Sendable {
        /// Where it is.
        public let path: String

        init(_ text: [UInt8]) throws {
            path = FileManager.default.temporaryDirectory.appending(path: "stand-in-\(UUID()).pem").path
            try Data(text).write(to: URL(filePath: path))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Writes the certificate to a file.
    public func trustFile() throws -> TrustFile { try TrustFile(authorityText) }
}
