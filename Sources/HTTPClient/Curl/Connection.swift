#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connection as its socket shows it.
final class Connection {
    let origin: OriginQueue
    /// When any of its requests was last sent something.
    var lastHeard: ContinuousClock.Instant
    /// Whether it was cut here, because nothing was heard on it for too long.
    var isGivenUp = false

    let descriptor: Int32
    private var knownPort: UInt16?

    init(_ descriptor: Int32, to origin: OriginQueue, at moment: ContinuousClock.Instant) {
        self.descriptor = descriptor
        self.origin = origin
        lastHeard = moment
    }

    /// The port at our end; nil before there is one.
    var localPort: UInt16? {
        if knownPort == nil { knownPort = readLocalPort() }
        return knownPort
    }

    /// Whether the other end is gone, or the network is; one that never stood is not broken.
    var isBroken: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if count >= 0 { return count == 0 }
        return errno != EAGAIN && errno != EINTR && errno != ENOTCONN
    }

    private func readLocalPort() -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { return nil }
        // The port stands at the same place for both families.
        let port = withUnsafeBytes(of: &storage) { $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self) }
        return port == 0 ? nil : UInt16(bigEndian: port)
    }
}
