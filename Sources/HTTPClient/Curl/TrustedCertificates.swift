import CCurl
import Foundation

/// The certificates to trust besides the system's, read once for all transfers.
final class TrustedCertificates {
    private let path: String
    /// The file's and the system's, for a libcurl that would take the file in place of the system's.
    private let bundle: UnsafeMutableRawBufferPointer?

    /// Nil where the file cannot be read, or is empty.
    init?(besidesThoseOf handle: borrowing EasyHandle, path: String) {
        guard let own = FileManager.default.contents(atPath: path), !own.isEmpty else { return nil }
        self.path = path
        // A folder of the system's certificates goes on counting beside a file, and costs nothing to read.
        guard CurlSystemTrustFolder(handle.pointer) == nil else {
            bundle = nil
            return
        }
        let systemPath = CurlSystemTrust(handle.pointer).map { String(cString: $0) }
        let text = (systemPath.flatMap { FileManager.default.contents(atPath: $0) } ?? Data()) + Data("\n".utf8) + own
        let bundle = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
        text.copyBytes(to: bundle)
        self.bundle = bundle
    }

    deinit { bundle?.deallocate() }

    func apply(to handle: borrowing EasyHandle) throws(EasyHandle.Failure) {
        if let bundle {
            try EasyHandle.check(CurlSetTrust(handle.pointer, bundle.baseAddress, bundle.count))
        } else {
            try handle.set(CURLOPT_CAINFO, path)
        }
    }
}
