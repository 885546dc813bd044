import Foundation

/// A file that is read whole, as UTF-8; a pipe will do as well.
enum TextFile {
    /// Why a file could not be read, in few words: "No such file or directory".
    struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "\(path) cannot be read (\(reason)): mend the path or its permissions" }
    }

    static func text(at path: String) throws(Unreadable) -> String {
        guard let text = String(bytes: try bytes(of: path), encoding: .utf8) else {
            throw Unreadable(path: path, reason: "it is not UTF-8")
        }
        return text
    }

    /// The bytes of a file, whatever they are.
    static func bytes(of path: String) throws(Unreadable) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable(path: path, reason: SystemError.last.text) }
        defer { close(descriptor) }

        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw Unreadable(path: path, reason: SystemError.last.text)
            }
        }
    }
}
