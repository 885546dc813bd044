import Foundation

/// The file that becomes a store.
struct RestoredFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(KVError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LMDBEngine.cannotWrite(path) }
    }

    deinit {
        _ = close(descriptor)
    }

    func fill(from copy: String) throws(KVError) {
        try take(copy)
        try unseal(copy)
        do throws(KVError) {
            try LMDBFile(path).checkAll()
        } catch .incompatible {
            throw Self.foreign(copy)
        } catch .damaged {
            throw Self.damaged(copy)
        }
        guard fsync(descriptor) == 0 else { throw LMDBEngine.cannotWrite(path) }
    }

    private func take(_ copy: String) throws(KVError) {
        let source = open(copy, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw LMDBFile.cannotRead(copy) }
        defer { _ = close(source) }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &chunk, chunk.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw LMDBFile.cannotRead(copy)
            }
            guard count > 0 else { return }
            var written = 0
            while written < count {
                let result = chunk.withUnsafeBytes {
                    write(descriptor, $0.baseAddress?.advanced(by: written), count - written)
                }
                guard result > 0 || errno == EINTR else { throw LMDBEngine.cannotWrite(path) }
                written += max(0, result)
            }
        }
    }

    /// Checks the checksum and cuts it off. A file of whole pages without one is a plain copy by LMDB's own tools, of which
    /// the pages alone can tell whether it is sound.
    private func unseal(_ copy: String) throws(KVError) {
        let fileByteCount = Int(lseek(descriptor, 0, SEEK_END))
        guard let seal = try CopySeal(endOf: descriptor, fileByteCount: fileByteCount) else {
            guard fileByteCount > 0, fileByteCount % 512 == 0 else { throw Self.damaged(copy) }
            return
        }
        let byteCount = fileByteCount - CopySeal.byteCount
        guard try CopySeal(over: byteCount, of: descriptor) == seal else { throw Self.damaged(copy) }
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw LMDBEngine.cannotWrite(path) }
    }

    /// What is said of a file that is something else.
    static func foreign(_ copy: String) -> KVError {
        .incompatible("\(copy) is not a copy of a store. Name a file that a backup wrote.")
    }

    private static func damaged(_ copy: String) -> KVError {
        .damaged(
            "\(copy) is damaged: it was cut short or changed since it was written. Nothing was restored; use another copy."
        )
    }
}
