import Foundation

/// The lock that a server holds on its data directory, so that a second one says so and does not start.
///
/// It is advisory and goes with the process, however that ends.
struct ServerLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// - Throws: ``KVError/busy(directory:)``, or ``KVError/unavailable(_:)`` when the file cannot be made.
    init(directory: String) throws(KVError) {
        descriptor = open(directory + "/server.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unavailable("\(directory) cannot be written: \(String(cString: strerror(errno))). Check its owner.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = Foundation.close(descriptor)
            throw .busy(directory: directory)
        }
    }

    deinit {
        // Closing alone would leave the lock with a child process that is about to start another program.
        _ = flock(descriptor, LOCK_UN)
        _ = Foundation.close(descriptor)
    }
}
