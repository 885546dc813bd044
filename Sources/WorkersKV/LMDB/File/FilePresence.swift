import Foundation

/// Tells whether a file that is open still stands under its name: LMDB goes on with one that was deleted, and what is written
/// to it is lost when the process ends.
struct FilePresence: Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// - Throws: ``KVError/unavailable(_:)`` when the file is not there.
    init(_ path: String) throws(KVError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Self.gone }
        self.path = path
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// - Throws: ``KVError/unavailable(_:)`` when another file or none has the name.
    func check() throws(KVError) {
        let now = try FilePresence(path)
        guard now.inode == inode, now.device == device else { throw Self.gone }
    }

    /// Names no path: whoever asks after the server's health may read it.
    private static let gone = KVError.unavailable(
        "The store's file data.mdb was deleted, moved or replaced while the server ran, so nothing more is kept. Put it back, "
            + "or stop the server and restore a backup into an empty directory."
    )
}
