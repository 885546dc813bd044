#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread of its own, for work that blocks and so must not hold one of the few that run tasks.
final class SystemThread: Sendable {
    private let body: @Sendable () -> Void

    private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Runs the body on a new thread; false when the system gives none.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        launch(Unmanaged.passRetained(SystemThread(body)))
    }

    /// Runs the body on a new thread and waits for it without holding the caller's; on the caller's if there is none.
    static func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            let whole: @Sendable () -> Void = {
                body()
                continuation.resume()
            }
            if !start(whole) { whole() }
        }
    }

    private static func launch(_ thread: Unmanaged<SystemThread>) -> Bool {
        let argument = thread.toOpaque()
        #if canImport(Darwin)
            var identity: pthread_t?
            let code = pthread_create(&identity, nil, { SystemThread.enter($0) }, argument)
            if code == 0, let identity { pthread_detach(identity) }
        #else
            var identity = pthread_t()
            let code = pthread_create(&identity, nil, { SystemThread.enter($0) }, argument)
            if code == 0 { pthread_detach(identity) }
        #endif
        if code != 0 { thread.release() }
        return code == 0
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<SystemThread>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
    }
}
