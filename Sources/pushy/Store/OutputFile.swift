import Foundation

/// A file that is written from front to back, or standard output.
final class OutputFile {
    private let path: String
    private let descriptor: Int32
    private var failure: SystemError?

    /// Opens the file, for its owner's eyes only if it is new; `-` is standard output.
    init(_ path: String) throws(Complaint) {
        self.path = path
        if path == "-" {
            descriptor = dup(STDOUT_FILENO)
        } else {
            descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else {
            throw .failure("\(path) cannot be written (\(SystemError.last.text)): name another file")
        }
    }

    deinit { close(descriptor) }

    /// Appends bytes; after a failure nothing more is written, and ``finish()`` says so.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while failure == nil, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                failure = .last
            }
        }
    }

    /// Makes sure that all of it is on the disk.
    func finish() throws(Complaint) {
        // Pipes and terminals cannot be synchronised, and need not be.
        if failure == nil, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS, errno != ENOTSUP { failure = .last }
        if let failure {
            throw .failure(
                "\(path) cannot be written (\(failure.text)): what is in it is incomplete; make room and try again"
            )
        }
    }
}
