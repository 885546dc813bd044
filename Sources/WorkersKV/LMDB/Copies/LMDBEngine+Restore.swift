import Foundation

extension LMDBEngine {
    /// Puts a copy back into a directory without a store, which is created if need be.
    ///
    /// The copy gets its name once its checksum and each of its pages were found right; on a failure nothing is left of it.
    ///
    /// - Throws: ``KVError/damaged(_:)`` or ``KVError/incompatible(_:)`` when the file is no whole copy of a store,
    ///   ``KVError/busy(directory:)`` when a server uses the directory, ``KVError/unavailable(_:)`` when it holds a store
    ///   already or cannot be written.
    public static func restore(fromFile path: String, toDirectory directory: String) throws(KVError) {
        try checkIsWithoutStore(directory)
        guard try LMDBFile(path).isLMDB else { throw RestoredFile.foreign(path) }
        let isNew = !FileManager.default.fileExists(atPath: directory)
        try create(directory)
        let lockPath = directory + "/server.lock"
        let isLockNew = !FileManager.default.fileExists(atPath: lockPath)
        do {
            try place(path, in: directory, holding: ServerLock(directory: directory))
        } catch {
            if isLockNew, error != .busy(directory: directory) { unlink(lockPath) }
            if isNew { rmdir(directory) }
            throw error
        }
    }

    /// Copies, checks, and only then gives the name by which the store is found.
    private static func place(
        _ path: String,
        in directory: String,
        holding lock: borrowing ServerLock
    ) throws(KVError) {
        try checkIsWithoutStore(directory)
        let data = directory + "/data.mdb"
        let partial = data + ".partial"
        defer { unlink(partial) }
        try RestoredFile(partial).fill(from: path)
        guard rename(partial, data) == 0 else { throw cannotWrite(data) }
        try OpenedDirectory(directory).makeNamesDurable()
    }

    private static func checkIsWithoutStore(_ directory: String) throws(KVError) {
        guard !FileManager.default.fileExists(atPath: directory + "/data.mdb") else {
            throw .unavailable("\(directory) holds a store already. Restore into an empty directory.")
        }
    }
}
