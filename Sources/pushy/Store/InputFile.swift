import Foundation
import PushyCore

/// A file that is read by chunks, and as often as is wanted. What cannot be read twice, such as a pipe, is first put into a
/// temporary file without a name, which is gone when the command ends.
final class InputFile {
    private static let chunkByteCount = 1 << 20

    /// The file's length.
    let byteCount: Int
    private let path: String
    private let descriptor: Int32

    /// Opens the file; `-` is standard input.
    init(_ path: String) throws(TextFile.Unreadable) {
        self.path = path
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw .last(path) }
        if lseek(opened, 0, SEEK_CUR) >= 0 {
            descriptor = opened
        } else {
            defer { close(opened) }
            descriptor = try Self.copy(of: opened, path)
        }
        byteCount = Int(lseek(descriptor, 0, SEEK_END))
    }

    deinit { close(descriptor) }

    /// Begins at the front; each call of what is returned gives the next chunk, and none at the end.
    func chunks() -> () throws(BulkFault) -> [UInt8] {
        var offset: off_t = 0
        return { [self] () throws(BulkFault) in
            do throws(TextFile.Unreadable) {
                let chunk = try Self.chunk(of: path) { pread(descriptor, $0, $1, offset) }
                offset += off_t(chunk.count)
                return chunk
            } catch {
                throw BulkFault(error.description)
            }
        }
    }

    private static func copy(of source: Int32, _ path: String) throws(TextFile.Unreadable) -> Int32 {
        guard let file = tmpfile() else { throw .last(path) }
        defer { fclose(file) }
        while true {
            let chunk = try chunk(of: path) { read(source, $0, $1) }
            guard !chunk.isEmpty else { break }
            guard fwrite(chunk, 1, chunk.count, file) == chunk.count else { throw .last(path) }
        }
        guard fflush(file) == 0 else { throw .last(path) }
        return dup(fileno(file))
    }

    private static func chunk(
        of path: String,
        _ read: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(TextFile.Unreadable) -> [UInt8] {
        var isRead = false
        let chunk = [UInt8](unsafeUninitializedCapacity: chunkByteCount) { buffer, count in
            var result = read(buffer.baseAddress, buffer.count)
            while result < 0, errno == EINTR { result = read(buffer.baseAddress, buffer.count) }
            isRead = result >= 0
            count = max(0, result)
        }
        guard isRead else { throw .last(path) }
        return chunk
    }
}

extension TextFile.Unreadable {
    fileprivate static func last(_ path: String) -> TextFile.Unreadable {
        TextFile.Unreadable(path: path, reason: SystemError.last.text)
    }
}
