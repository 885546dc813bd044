#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pipe whose reading end becomes readable when a thread in `poll` is to look up.
struct WakePipe: Sendable {
    let reader: Int32
    private let writer: Int32

    /// nil when the system has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Wakes the reader; when the pipe is full it is awake already.
    func wake() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reader, &bytes, bytes.count) > 0 {}
    }

    func close() {
        for end in [reader, writer] { _ = Self.closeSystemCall(end) }
    }

    private static func closeSystemCall(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.close(descriptor)
        #else
            Glibc.close(descriptor)
        #endif
    }
}
