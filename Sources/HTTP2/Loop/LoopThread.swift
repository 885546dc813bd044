import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The operating system's thread under a loop.
struct LoopThread: ~Copyable {
    /// The running thread's identity, so that a caller can be told from it; 0 until it runs.
    private let identity = Identity()

    /// Starts the thread, which takes no signals: those are the main thread's, and a write to a closed socket must be
    /// an error (EPIPE), not the end of the process.
    func start(_ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(identity: identity, body: body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let result = pthread_create(&thread, nil, { runLoopThread($0) }, start.toOpaque())
            if let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let result = pthread_create(&thread, nil, { runLoopThread($0) }, start.toOpaque())
            if result == 0 { pthread_detach(thread) }
        #endif
        precondition(result == 0, "The system refuses another thread: raise `ulimit -u`.")
    }

    var isCurrent: Bool { identity.value.load(ordering: .relaxed) == currentThread() }

    fileprivate final class Identity: Sendable {
        let value = Atomic<UInt>(0)
    }

    fileprivate final class Start: Sendable {
        let identity: Identity
        let body: @Sendable () -> Void

        init(identity: Identity, body: @escaping @Sendable () -> Void) {
            self.identity = identity
            self.body = body
        }
    }
}

private func currentThread() -> UInt {
    #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
    #else
        UInt(pthread_self())
    #endif
}

private func runLoopThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<LoopThread.Start>.fromOpaque(argument).takeRetainedValue()
    start.identity.value.store(currentThread(), ordering: .sequentiallyConsistent)
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    start.body()
    return nil
}
