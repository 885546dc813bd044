import CMicroHTTPD

/// The library at work: its threads, and the socket that they accept from.
///
/// - Note: `@unchecked` holds since the library lets any thread quiesce and stop it, and the server does each once.
final class Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let core: Unmanaged<ServerCore>

    /// Starts the threads.
    ///
    /// - Throws: ``HTTPServerError/certificateRefused(certificatePath:keyPath:)``, or what the library says.
    init(_ core: ServerCore, listeningOn socket: ListeningSocket, identity: TLSIdentity?) throws(HTTPServerError) {
        self.core = Unmanaged.passRetained(core)
        var settings = MHDDaemonSettings()
        settings.flags = Self.flags(isSecure: identity != nil)
        settings.listeningSocket = socket.descriptor
        settings.connectionLimit = UInt32(
            max(core.configuration.connectionLimit, core.configuration.pollingThreadCount)
        )
        settings.connectionMemoryByteCount = Self.memoryByteCount(headerLimit: core.configuration.headerLimit)
        settings.timeoutSeconds = UInt32(clamping: core.configuration.idleDeadline.components.seconds + 1)
        settings.threadCount = UInt32(clamping: core.configuration.pollingThreadCount)
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

    /// Accepts no more connections.
    func quiesce() { _ = MHD_quiesce_daemon(pointer) }

    /// Closes all connections and ends the threads; blocks until they have. No connection may be suspended.
    func stop() {
        MHD_stop_daemon(pointer)
        core.release()
    }

    private static func start(_ settings: MHDDaemonSettings, _ identity: TLSIdentity?) -> OpaquePointer? {
        var settings = settings
        guard let identity else { return MHDStartDaemon(&settings) }
        return identity.certificate.withCString { certificate in
            identity.privateKey.withCString { privateKey in
                settings.certificate = certificate
                settings.privateKey = privateKey
                return MHDStartDaemon(&settings)
            }
        }
    }

    private static func flags(isSecure: Bool) -> UInt32 {
        var flags = MHD_USE_AUTO_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        flags |= MHD_USE_ERROR_LOG.rawValue
        if isSecure { flags |= MHD_USE_TLS.rawValue }
        return flags
    }

    /// The library keeps a connection's header, its parsed fields and its response's header in one block, which it
    /// clears after each request: too small and a legal header does not fit, too large and clearing it shows.
    private static func memoryByteCount(headerLimit: Int) -> Int { max(headerLimit * 2, 16_384) }
}
