import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pipe to itself through which other threads end a loop's wait.
struct WakePipe: ~Copyable {
    let readDescriptor: Int32
    private let writeDescriptor: Int32
    /// Whether a byte is under way already: then another would tell the loop nothing new.
    private let isPending = Atomic<Bool>(false)

    init() {
        var ends: [Int32] = [-1, -1]
        let result = pipe(&ends)
        precondition(result == 0, "The process has no file descriptor left for an event loop: raise `ulimit -n`.")
        readDescriptor = ends[0]
        writeDescriptor = ends[1]
        for end in ends {
            SocketOptions.makeNonBlocking(end)
            SocketOptions.closeOnExec(end)
        }
    }

    deinit {
        close(readDescriptor)
        close(writeDescriptor)
    }

    /// Ends the wait that the loop is in, or is about to begin. From any thread.
    func wake() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var byte: UInt8 = 1
        while write(writeDescriptor, &byte, 1) < 0, errno == EINTR {}
    }

    /// Takes what was written, before the loop looks at its inbox.
    func drain() {
        var byte: (UInt64, UInt64) = (0, 0)
        while read(readDescriptor, &byte, 16) == 16 {}
        // An exchange and not a store: what was handed over before the last, skipped, wake must be visible after this.
        _ = isPending.exchange(false, ordering: .acquiringAndReleasing)
    }
}
