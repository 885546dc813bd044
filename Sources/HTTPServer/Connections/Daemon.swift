import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The library at work: one polling thread, and the connections that it was given.
///
/// There are several, not one with a pool of threads: such a pool cannot be told to accept no more connections without
/// a race that ends the process (0.9.75, `MHD_quiesce_daemon`).
///
/// - Note: `@unchecked` holds since the library lets any thread add connections and stop it, and the server stops it
///   once, when it adds no more.
final class Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let core: Unmanaged<ServerCore>

    /// Starts the thread.
    ///
    /// - Throws: ``HTTPServerError/certificateRefused(certificatePath:keyPath:)``, or what the library says.
    init(_ core: ServerCore, identity: TLSIdentity?) throws(HTTPServerError) {
        self.core = Unmanaged.passRetained(core)
        var settings = MHDDaemonSettings()
        settings.flags = Self.flags(isSecure: identity != nil)
        // The acceptor keeps the limit; the library counts a connection for a little longer than it lasts.
        settings.connectionLimit = UInt32(clamping: core.configuration.connectionLimit + 64)
        settings.connectionMemoryByteCount = Self.memoryByteCount(headerLimit: core.configuration.headerLimit)
        settings.timeoutSeconds = UInt32(clamping: core.configuration.idleDeadline.components.seconds + 1)
        settings.context = self.core.toOpaque()
        Self.setCallbacks(&settings)
        let started = Self.start(settings, identity)
        guard let started else {
            self.core.release()
            if let files = core.configuration.tls {
                throw .certificateRefused(certificatePath: files.certificatePath, keyPath: files.keyPath)
            }
            throw .library(core.lastLibraryText ?? "it does not say why")
        }
        pointer = started
    }

    /// Takes a socket over, which is closed by the library from here on; false when it took none, and closed it.
    func add(_ descriptor: Int32, from address: UnsafePointer<sockaddr>, addressByteCount: socklen_t) -> Bool {
        MHD_add_connection(pointer, descriptor, address, addressByteCount) == .YES
    }

    /// Closes all connections and ends the thread; blocks until it has. No connection may be suspended.
    func stop() {
        MHD_stop_daemon(pointer)
        core.release()
    }

    private static func start(_ settings: MHDDaemonSettings, _ identity: TLSIdentity?) -> OpaquePointer? {
        var settings = settings
        guard let identity else { return MHDStartDaemon(&settings) }
        return identity.certificate.withCString { certificate in
            identity.privateKey.withCString { privateKey in
                TLSIdentity.priorities.withCString { priorities in
                    settings.certificate = certificate
                    settings.privateKey = privateKey
                    settings.tlsPriorities = priorities
                    return MHDStartDaemon(&settings)
                }
            }
        }
    }

    private static func flags(isSecure: Bool) -> UInt32 {
        var flags = MHD_USE_AUTO_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        flags |= MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_ERROR_LOG.rawValue
        if isSecure { flags |= MHD_USE_TLS.rawValue }
        return flags
    }

    /// The library keeps a connection's header, its parsed fields and its response's header in one block, which it
    /// clears after each request: too small and a legal header does not fit, too large and clearing it shows.
    private static func memoryByteCount(headerLimit: Int) -> Int { max(headerLimit * 2, 16_384) }
}
