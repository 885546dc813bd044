import CCurl

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The sockets under all connections of a client: opened and closed here, so that it is known which broke.
final class ConnectionSockets {
    private var origins: [Int32: OriginQueue] = [:]

    /// After so long without a sign of life for what was sent, the system gives a connection up.
    private static let unacknowledgedMilliseconds: UInt32 = 20_000

    func open(_ address: UnsafePointer<curl_sockaddr>, for origin: OriginQueue) -> Int32 {
        let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        guard descriptor >= 0 else { return -1 }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if os(Linux)
            var milliseconds = Self.unacknowledgedMilliseconds
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, 4)
        #endif
        origins[descriptor] = origin
        return descriptor
    }

    func close(_ descriptor: Int32) {
        if let origin = origins.removeValue(forKey: descriptor), Self.isBroken(descriptor) {
            origin.brokenConnectionCount += 1
        }
        systemClose(descriptor)
    }

    func haveConnection(to origin: OriginQueue) -> Bool { origins.values.contains { $0 === origin } }

    /// Whether a connection of the origin is broken that libcurl has not closed yet.
    func haveBrokenConnection(to origin: OriginQueue) -> Bool {
        origins.contains { $0.value === origin && Self.isBroken($0.key) }
    }

    /// Has libcurl find the connections to an origin broken; what is under way on them fails.
    func breakConnections(to origin: OriginQueue) {
        for (descriptor, owner) in origins where owner === origin { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// Whether the other end is gone, or the network is; one that never stood is not broken.
    private static func isBroken(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if count >= 0 { return count == 0 }
        return errno != EAGAIN && errno != EINTR && errno != ENOTCONN
    }
}

/// close(2), whose own name `ConnectionSockets.close(_:)` hides.
private func systemClose(_ descriptor: Int32) {
    close(descriptor)
}
