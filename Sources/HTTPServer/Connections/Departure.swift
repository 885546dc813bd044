#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Whether clients have closed their ends of their connections, of which the library, while one is suspended, says nothing.
///
/// One that still reads, and has said only that nothing more comes from it, looks the same as one that is gone.
enum Departure {
    /// What poll is asked for a socket.
    #if canImport(Darwin)
        static let event: Int16 = 0
    #else
        static let event = Int16(0x2000)  // POLLRDHUP, which the C library shows only to GNU sources.
    #endif

    /// Those of the sockets whose clients have closed their ends, as places in the list; does not wait.
    static func places(in descriptors: [Int32]) -> [Int] {
        var watched = descriptors.map { pollfd(fd: $0, events: event, revents: 0) }
        guard poll(&watched, nfds_t(watched.count), 0) > 0 else { return [] }
        return watched.indices.filter { watched[$0].revents != 0 }
    }
}
