import CLMDB
import Foundation

extension LMDBEngine {
    /// Writes a consistent, compact copy of the store to a new file while reads and writes go on.
    ///
    /// The copy holds a read transaction until it is done, so the file may grow meanwhile.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the file exists or cannot be written; no part of it is left then.
    public func copy(toFile path: String) throws(KVError) {
        let partial = path + ".partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? Self.noFolder(for: path) : Self.cannotWrite(partial)
        }
        defer { unlink(partial) }
        do {
            defer { _ = Foundation.close(descriptor) }
            try withEnvironment { environment throws(KVError) in
                try LMDBCode.check(mdb_env_copyfd2(environment, descriptor, UInt32(MDB_CP_COMPACT)))
            }
            guard fsync(descriptor) == 0 else { throw Self.cannotWrite(partial) }
        }
        // A link, unlike a rename, never replaces an older copy.
        guard link(partial, path) == 0 else { throw Self.cannotWrite(path) }
    }

    /// Puts a copy back into a directory without a store, which is created if need be.
    ///
    /// - Throws: ``KVError/incompatible(_:)`` when the file is no copy of a store, ``KVError/unavailable(_:)`` when the
    ///   directory holds a store already or cannot be written.
    public static func restore(fromFile path: String, toDirectory directory: String) throws(KVError) {
        let data = directory + "/data.mdb"
        guard !FileManager.default.fileExists(atPath: data) else {
            throw .unavailable("\(directory) holds a store already. Restore into an empty directory.")
        }
        try checkIsCopy(path)
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try FileManager.default.copyItem(atPath: path, toPath: data)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data)
        } catch {
            throw .unavailable("\(path) cannot be copied to \(directory): \(error.localizedDescription)")
        }
        do {
            try flush(data)
            try LMDBEngine(directory: directory, access: .server).close()
        } catch {
            unlink(data)
            throw error
        }
    }

    /// Looks before anything is made, so that a wrong file leaves nothing behind.
    private static func checkIsCopy(_ path: String) throws(KVError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { throw .unavailable("There is no file \(path). Name one that a backup wrote.") }
            throw .unavailable(
                "\(path) cannot be read: \(String(cString: strerror(errno))). Give this user the right to read it."
            )
        }
        _ = Foundation.close(descriptor)
        guard LMDBEnvironment.isStore(atFile: path) else {
            throw .incompatible("\(path) is not a copy of a store. Name a file that a backup wrote.")
        }
    }

    private static func flush(_ path: String) throws(KVError) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        defer { _ = Foundation.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw cannotWrite(path) }
    }

    private static func noFolder(for path: String) -> KVError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return .unavailable("The folder \(folder) does not exist. Make it, or name a file in another one.")
    }

    private static func cannotWrite(_ path: String) -> KVError {
        .unavailable(
            "\(path) cannot be written: \(String(cString: strerror(errno))). Name a new file on a disk with room."
        )
    }
}
