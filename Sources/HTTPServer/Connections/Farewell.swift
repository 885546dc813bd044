#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The last bytes that a client gets, past the library.
enum Farewell {
    /// Sends what fits. A client whose window is full of unread bytes gets no answer; it is cut off all the same.
    static func send(_ bytes: [UInt8], to descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.send(descriptor, bytes, bytes.count, MSG_DONTWAIT)
        #else
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        #endif
    }
}
