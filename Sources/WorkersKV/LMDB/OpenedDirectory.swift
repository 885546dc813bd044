import Foundation
import Synchronization

/// Keeps a process from opening one directory twice, which LMDB's locks do not survive.
final class OpenedDirectory: Sendable {
    private let identity: Identity

    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private static let opened = Mutex<Set<Identity>>([])

    /// - Throws: ``KVError/busy(directory:)`` when this process has it open.
    init(_ directory: String) throws(KVError) {
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .missing(directory: directory) }
        let identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
        guard Self.opened.withLock({ $0.insert(identity).inserted }) else { throw .busy(directory: directory) }
        self.identity = identity
    }

    deinit {
        release()
    }

    func release() {
        _ = Self.opened.withLock { $0.remove(identity) }
    }
}
