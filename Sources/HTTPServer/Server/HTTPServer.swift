import CMicroHTTPD
import Synchronization

/// A server: listens, reads requests, has the router's handlers answer them, and stops gracefully.
///
/// A handler that waits, for a commit say, holds no thread: its connection is suspended until the answer is there.
/// A handler begins on the thread that read its request, which saves two changes of thread when it does not wait; one
/// that computes for milliseconds before it first waits should begin with `await Task.yield()`, or it holds up the
/// other connections of that thread.
public final class HTTPServer: Sendable {
    private struct Running: Sendable {
        let core: ServerCore
        let address: SocketAddress
        let acceptor: Acceptor
        let daemons: [Daemon]
    }

    private enum Stage: Sendable {
        case ready
        case running(Running)
        case stopped
    }

    private let router: Router
    private let configuration: Configuration
    private let stage = Mutex(Stage.ready)

    /// A server that does not listen yet.
    public init(router: Router, configuration: Configuration = Configuration()) {
        self.router = router
        self.configuration = configuration
    }

    /// Begins to listen.
    ///
    /// - Returns: the address that it listens on, with the port that the system chose if 0 was asked for.
    public func start() throws(HTTPServerError) -> SocketAddress {
        let isFirst = stage.withLock { stage in
            guard case .ready = stage else { return false }
            stage = .stopped
            return true
        }
        guard isFirst else { throw .startedBefore }
        let running = try launch()
        stage.withLock { $0 = .running(running) }
        return running.address
    }

    /// Takes no new requests, lets those under way be answered, then closes.
    ///
    /// - Parameter grace: how long the requests under way have; those that take longer are answered with 503.
    public func stop(grace: Duration = .seconds(5)) async {
        let taken = stage.withLock { stage -> Running? in
            guard case .running(let running) = stage else { return nil }
            stage = .stopped
            return running
        }
        guard let running = taken else { return }
        running.core.beginStopping()
        await running.acceptor.stop()
        await running.core.waitUntilIdle(atMost: grace)
        running.core.abandonHandlers()
        await running.core.waitUntilIdle(atMost: Self.farewell)
        await SystemThread.run {
            for daemon in running.daemons { daemon.stop() }
            running.core.warden.stop()
        }
    }

    /// Tries whether a server could start so, for those who have more to do before it does: its certificate is read, and
    /// its address taken and let go.
    ///
    /// - Throws: what ``start()`` would.
    public static func tryOut(_ configuration: Configuration) throws(HTTPServerError) {
        _ = try identity(of: configuration)
        try ListeningSocket(host: configuration.host, port: configuration.port).close()
    }

    private static func identity(of configuration: Configuration) throws(HTTPServerError) -> TLSIdentity? {
        guard let files = configuration.tls else { return nil }
        guard MHD_is_feature_supported(.FEATURE_TLS) == .YES else { throw .noTLS }
        return try TLSIdentity(files)
    }

    private func launch() throws(HTTPServerError) -> Running {
        let identity = try Self.identity(of: configuration)
        let core = ServerCore(router: router, configuration: configuration)
        let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        var daemons: [Daemon] = []
        do throws(HTTPServerError) {
            try core.warden.start(core.connections, intervalMilliseconds: core.wardenIntervalMilliseconds)
            for _ in 0..<max(configuration.pollingThreadCount, 1) {
                daemons.append(try Daemon(core, identity: identity))
            }
            let acceptor = try Acceptor(socket, core: core, daemons: daemons)
            return Running(core: core, address: socket.address, acceptor: acceptor, daemons: daemons)
        } catch {
            for daemon in daemons { daemon.stop() }
            core.warden.stop()
            socket.close()
            throw error
        }
    }

    /// What the answers of given-up handlers have to reach the network.
    private static let farewell = Duration.milliseconds(200)
}
