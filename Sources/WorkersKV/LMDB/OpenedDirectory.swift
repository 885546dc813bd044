import Foundation
import Synchronization

/// Keeps a process from opening one directory twice, which LMDB's locks do not survive.
final class OpenedDirectory: Sendable {
    private let identity: Identity
    /// Held open, so that a removed directory's number is not given to another while this one counts as open.
    private let descriptor: Int32
    private let isReleased = Atomic(false)

    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private static let opened = Mutex<Set<Identity>>([])

    /// - Throws: ``KVError/busy(directory:)`` when this process has it open, ``KVError/missing(directory:)``.
    init(_ directory: String) throws(KVError) {
        descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .missing(directory: directory) }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
        let identity = identity
        guard isKnown, Self.opened.withLock({ $0.insert(identity).inserted }) else {
            _ = close(descriptor)
            isReleased.store(true, ordering: .relaxed)
            throw .busy(directory: directory)
        }
    }

    deinit {
        release()
    }

    /// Writes the directory itself and its entry in the one above to the disk: LMDB flushes its file, not the names by
    /// which it is found after a loss of power. File systems that cannot do this need not.
    func makeNamesDurable() {
        _ = fsync(descriptor)
        let parent = openat(descriptor, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        _ = fsync(parent)
        _ = close(parent)
    }

    func release() {
        guard !isReleased.exchange(true, ordering: .relaxed) else { return }
        _ = Self.opened.withLock { $0.remove(identity) }
        _ = close(descriptor)
    }
}
