#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Why a server cannot listen. Its description is a sentence that says what to do.
public enum ListenFailure: Error, Hashable, Sendable {
    /// Another process listens there.
    case addressInUse(Endpoint)
    /// The address is not this machine's, the port needs privileges, or the like.
    case unusable(Endpoint, reason: String)
}

extension ListenFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .addressInUse(let endpoint):
            "\(endpoint) is in use already: stop the other program, or choose another port."
        case .unusable(let endpoint, let reason):
            "Cannot listen on \(endpoint) (\(reason)): choose another address or port."
        }
    }
}

/// Accepts connections and gives each to the next of its loops, as a ``ServerSession`` with a handler of its own.
public final class Listener {
    /// Where it listens; the port is the one that the system picked if none was asked for.
    public let endpoint: Endpoint

    private let acceptor: LoopBound<Acceptor>

    /// Makes the handler of a new session, on the session's loop.
    public typealias MakeHandler = @Sendable (ServerSession) -> any ServerSessionHandler

    /// Listens, from now on until ``stop()``.
    ///
    /// `loops` is where the connections live, in turn; the first also accepts. At least one.
    ///
    /// - Throws: ``ListenFailure``.
    public init(
        on endpoint: Endpoint,
        tls: TLSContext,
        configuration: ServerSession.Configuration,
        loops: [EventLoop],
        handler: @escaping MakeHandler
    ) throws(ListenFailure) {
        let descriptor = try Self.listen(on: endpoint)
        var bound = endpoint
        if let port = SocketAddress(boundTo: descriptor)?.port { bound.port = port }
        self.endpoint = bound
        let first = loops[0]
        acceptor = LoopBound(
            handing: Acceptor(descriptor, tls: tls, configuration: configuration, loops: loops, handler: handler),
            to: first
        )
        first.execute { [acceptor] in acceptor.value.start(on: first) }
    }

    /// Accepts no more; the sessions go on.
    public func stop() {
        acceptor.loop.execute { [acceptor] in acceptor.value.stop() }
    }

    private static func listen(on endpoint: Endpoint) throws(ListenFailure) -> Int32 {
        guard let address = Resolver.localAddress(of: endpoint) else {
            throw .unusable(endpoint, reason: "no such address")
        }
        #if canImport(Darwin)
            let descriptor = socket(address.family, SOCK_STREAM, 0)
        #else
            let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw .unusable(endpoint, reason: String(cString: strerror(errno))) }
        SocketOptions.reuseAddress(descriptor)
        SocketOptions.makeNonBlocking(descriptor)
        SocketOptions.closeOnExec(descriptor)
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, waitForConnections(descriptor, 1_024) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EADDRINUSE
                ? .addressInUse(endpoint) : .unusable(endpoint, reason: String(cString: strerror(code)))
        }
        return descriptor
    }
}

/// listen(2), whose own name `Listener.listen(on:)` hides.
private func waitForConnections(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

/// The listening descriptor at work on its loop.
private final class Acceptor: LoopSource {
    private var descriptor: Int32
    private let tls: TLSContext
    private let configuration: ServerSession.Configuration
    private let loops: [EventLoop]
    private let makeHandler: Listener.MakeHandler
    private var loop: EventLoop?
    private var registration: LoopRegistration?
    private var acceptedCount = 0

    init(
        _ descriptor: Int32,
        tls: TLSContext,
        configuration: ServerSession.Configuration,
        loops: [EventLoop],
        handler: @escaping Listener.MakeHandler
    ) {
        self.descriptor = descriptor
        self.tls = tls
        self.configuration = configuration
        self.loops = loops
        makeHandler = handler
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func start(on loop: EventLoop) {
        self.loop = loop
        registration = loop.add(self, descriptor: descriptor, events: POLLIN)
    }

    func stop() {
        if let registration { loop?.remove(registration) }
        registration = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    func ready(_ events: Int16) {
        while true {
            let accepted = accept(descriptor, nil, nil)
            guard accepted >= 0 else { return acceptFailed(errno) }
            SocketOptions.makeNonBlocking(accepted)
            SocketOptions.closeOnExec(accepted)
            SocketOptions.sendAtOnce(accepted)
            let loop = loops[acceptedCount % loops.count]
            acceptedCount += 1
            loop.execute { [number = acceptedCount, configuration, tls, makeHandler] in
                let session = ServerSession(number: number, configuration: configuration, on: loop)
                session.start(accepted, tls: tls, handler: makeHandler(session))
            }
        }
    }

    /// Without a free descriptor the waiting connection would wake the loop without end: it pauses instead.
    private func acceptFailed(_ code: Int32) {
        guard code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM, let loop, let registration else {
            return
        }
        loop.setEvents(0, of: registration)
        loop.schedule(after: Self.pauseWithoutDescriptors) { loop.setEvents(POLLIN, of: registration) }
    }

    private static let pauseWithoutDescriptors = Duration.milliseconds(100)

    func flush() {}

    func loopStops() {
        stop()
    }
}
