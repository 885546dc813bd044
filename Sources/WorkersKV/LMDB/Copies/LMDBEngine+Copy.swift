import CLMDB
import Foundation

extension LMDBEngine {
    /// Writes a consistent, compact copy of the store to a new file while reads and writes go on, and a checksum behind it.
    ///
    /// The copy holds a read transaction until it is done, so the file may grow meanwhile.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the file exists or cannot be written; no part of it is left then.
    public func copy(toFile path: String) throws(KVError) {
        let partial = path + ".partial"
        let descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? Self.noFolder(for: path) : Self.cannotWrite(partial)
        }
        defer { unlink(partial) }
        do {
            defer { _ = Foundation.close(descriptor) }
            try withEnvironment { environment throws(KVError) in
                try LMDBCode.check(mdb_env_copyfd2(environment, descriptor, UInt32(MDB_CP_COMPACT)))
            }
            let byteCount = Int(lseek(descriptor, 0, SEEK_END))
            let line = try CopySeal(over: byteCount, of: descriptor).line
            guard Foundation.write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
                throw Self.cannotWrite(partial)
            }
        }
        // A link, unlike a rename, never replaces an older copy.
        guard link(partial, path) == 0 else { throw Self.cannotWrite(path) }
    }

    private static func noFolder(for path: String) -> KVError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return .unavailable("The folder \(folder) does not exist. Make it, or name a file in another one.")
    }

    static func cannotWrite(_ path: String) -> KVError {
        .unavailable(
            "\(path) cannot be written: \(String(cString: strerror(errno))). Name a file that is not there yet, on a disk with room."
        )
    }
}
