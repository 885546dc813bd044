#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Finds the addresses of a host anew for each connection, as long-lived clients of Apple's hosts must.
enum Resolver {
    /// Why a name has no address.
    struct Failure: Error {
        let reason: String
        let isTransient: Bool
    }

    /// The addresses of a numeric host, without asking anyone; nothing when the host is a name.
    static func numericAddresses(of endpoint: Endpoint) -> [SocketAddress]? {
        try? addresses(of: endpoint, flags: AI_NUMERICHOST).get()
    }

    /// The first address of a host that a server listens on; found by waiting, for it is asked once at start.
    static func localAddress(of endpoint: Endpoint) -> SocketAddress? {
        numericAddresses(of: endpoint)?.first ?? (try? addresses(of: endpoint, flags: AI_PASSIVE).get())?.first
    }

    /// Asks the system's resolver on a thread of its own, because getaddrinfo(3) blocks and cannot be cut short.
    static func resolve(
        _ endpoint: Endpoint,
        on loop: EventLoop,
        _ done: @escaping @Sendable (Result<[SocketAddress], Failure>) -> Void
    ) {
        let thread = LoopThread()
        thread.start {
            let result = addresses(of: endpoint, flags: AI_ADDRCONFIG)
            loop.execute { done(result) }
        }
    }

    private static func addresses(of endpoint: Endpoint, flags: Int32) -> Result<[SocketAddress], Failure> {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        hints.ai_flags = flags | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(endpoint.host, String(endpoint.port), &hints, &list)
        guard code == 0 else {
            let reason = gai_strerror(code).map { String(cString: $0) } ?? "code \(code)"
            return .failure(Failure(reason: reason, isTransient: code == EAI_AGAIN))
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr {
                addresses.append(SocketAddress(address, byteCount: entry.pointee.ai_addrlen))
            }
            next = entry.pointee.ai_next
        }
        return .success(addresses)
    }
}
