#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The few options that every descriptor of this module gets.
enum SocketOptions {
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL, 0) | O_NONBLOCK)
    }

    static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Small frames leave at once: this module packs them itself.
    static func sendAtOnce(_ descriptor: Int32) {
        set(1, descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
    }

    static func reuseAddress(_ descriptor: Int32) {
        set(1, descriptor, SOL_SOCKET, SO_REUSEADDR)
    }

    /// Closing the descriptor then sends a reset in place of an orderly end.
    static func resetOnClose(_ descriptor: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// What became of a connection attempt, as an errno; 0 is success.
    static func pendingError(_ descriptor: Int32) -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout.size(ofValue: value))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &value, &size)
        return value
    }

    private static func set(_ value: Int32, _ descriptor: Int32, _ level: Int32, _ name: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout.size(ofValue: value)))
    }
}
