import CCurl

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The sockets under all connections of a client: opened and closed here, so that it is known which broke.
final class ConnectionSockets {
    private var connections: [Int32: Connection] = [:]

    /// After so long without a sign of life for what was sent, the system gives a connection up.
    private static let unacknowledgedMilliseconds: UInt32 = 20_000

    func open(
        _ address: UnsafePointer<curl_sockaddr>,
        for origin: OriginQueue,
        at moment: ContinuousClock.Instant
    ) -> Int32 {
        let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        guard descriptor >= 0 else { return -1 }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if os(Linux)
            var milliseconds = Self.unacknowledgedMilliseconds
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, 4)
        #endif
        connections[descriptor] = Connection(descriptor, to: origin, at: moment)
        return descriptor
    }

    func close(_ descriptor: Int32) {
        if let connection = connections.removeValue(forKey: descriptor), connection.isBroken {
            connection.origin.brokenConnectionCount += 1
        }
        systemClose(descriptor)
    }

    func haveConnection(to origin: OriginQueue) -> Bool { connections.values.contains { $0.origin === origin } }

    /// Whether a connection of the origin is broken that libcurl has not closed yet.
    func haveBrokenConnection(to origin: OriginQueue) -> Bool {
        connections.values.contains { $0.origin === origin && $0.isBroken }
    }

    /// Has libcurl find a connection broken; what is under way on it fails.
    func sever(_ connection: Connection) {
        // The number of one that is closed may be another's by now.
        guard connections[connection.descriptor] === connection else { return }
        connection.isGivenUp = true
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }

    /// The connection to an origin that has this port at our end, by which libcurl names it.
    func connection(to origin: OriginQueue, localPort: UInt16) -> Connection? {
        connections.values.first { $0.origin === origin && $0.localPort == localPort }
    }
}

/// close(2), whose own name `ConnectionSockets.close(_:)` hides.
private func systemClose(_ descriptor: Int32) {
    close(descriptor)
}
