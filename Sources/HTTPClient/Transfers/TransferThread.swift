import Foundation

/// The thread under a client's transfers: libcurl waits on it, and none of the few that run tasks is held.
enum TransferThread {
    static func run(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            // A write to a connection that broke is an error to be told, not the end of the process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            body()
        }
    }
}
