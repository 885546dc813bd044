#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket that listens.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// Where, with the port that the system chose.
    let address: SocketAddress

    /// Listens on an IPv4 or IPv6 address, or on the first address of a host name.
    init(host: String, port: UInt16) throws(HTTPServerError) {
        let target = try Self.resolve(host: host, port: port)
        let family = Int32(target.ss_family)
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .library("no socket could be had (\(SystemError.text(errno)))") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        do throws(HTTPServerError) {
            try Self.listen(descriptor, on: target, host: host, port: port)
            address = try Self.boundAddress(of: descriptor)
        } catch {
            Self.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Frees the port.
    func close() { Self.close(descriptor) }

    private static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    private static func resolve(host: String, port: UInt16) throws(HTTPServerError) -> sockaddr_storage {
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        hints.ai_flags = AI_PASSIVE
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(bare.isEmpty ? nil : bare, String(port), &hints, &list)
        guard code == 0, let first = list, let address = first.pointee.ai_addr else {
            throw .hostNotFound(host: host, reason: String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(list) }
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { bytes in
            let source = UnsafeRawBufferPointer(start: address, count: Int(first.pointee.ai_addrlen))
            bytes.copyMemory(from: source)
        }
        return storage
    }

    private static func listen(
        _ descriptor: Int32,
        on address: sockaddr_storage,
        host: String,
        port: UInt16
    ) throws(HTTPServerError) {
        var one: Int32 = 1
        var zero: Int32 = 0
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
        let isIPv6 = address.ss_family == sa_family_t(AF_INET6)
        // "::" means every address of the machine, IPv4 among them, whatever the system's default is.
        if isIPv6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &zero, size) }
        let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        let bound = withUnsafeBytes(of: address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, socklen_t(length)) }
        }
        guard bound == 0 else {
            switch errno {
            case EADDRINUSE: throw .portInUse(host: host, port: port)
            case EACCES: throw .portForbidden(port: port)
            case EADDRNOTAVAIL: throw .addressUnavailable(host: host)
            case let code: throw .library("\(host):\(port) cannot be bound (\(SystemError.text(code)))")
            }
        }
        guard Self.listenSystemCall(descriptor, SOMAXCONN) == 0 else {
            if errno == EADDRINUSE { throw .portInUse(host: host, port: port) }
            throw .library("\(host):\(port) does not listen (\(SystemError.text(errno)))")
        }
    }

    private static func listenSystemCall(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.listen(descriptor, backlog)
        #else
            Glibc.listen(descriptor, backlog)
        #endif
    }

    private static func boundAddress(of descriptor: Int32) throws(HTTPServerError) -> SocketAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &length) } == 0
        }
        let address = withUnsafeBytes(of: storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { $0.baseAddress.flatMap { SocketAddress(socketAddress: $0) } }
        }
        guard found, let address else { throw .library("the port that was bound cannot be read") }
        return address
    }
}
