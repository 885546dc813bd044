#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Opens a TCP connection: finds the host's addresses, and tries one after the other.
final class Connector: LoopSource {
    private let endpoint: Endpoint
    private let loop: EventLoop
    private var done: ((Result<Int32, ConnectionEnd>) -> Void)?
    private var addresses: ArraySlice<SocketAddress> = []
    private var descriptor: Int32 = -1
    private var registration: LoopRegistration?
    private var nextAttempt: LoopTimer?
    private var lastFailure: ConnectionEnd?
    private(set) var phase = ConnectionEnd.Phase.resolving

    /// An address that does not answer has this long before the next is tried instead.
    private static let attemptLimit = Duration.seconds(3)

    init(to endpoint: Endpoint, on loop: EventLoop, done: @escaping (Result<Int32, ConnectionEnd>) -> Void) {
        self.endpoint = endpoint
        self.loop = loop
        self.done = done
    }

    func start() {
        if let addresses = Resolver.numericAddresses(of: endpoint) {
            // Not at once: who asked for the connection should hold it before it can fail.
            return loop.atEndOfTurn { [self] in tryAddresses(addresses) }
        }
        let (endpoint, connector) = (endpoint, LoopBound(self, on: loop))
        Resolver.resolve(endpoint, on: loop) { result in
            switch result {
            case .success(let addresses): connector.value.tryAddresses(addresses)
            case .failure(let failure):
                connector.value.finish(
                    .failure(
                        .unresolved(host: endpoint.host, reason: failure.reason, isTransient: failure.isTransient)
                    )
                )
            }
        }
    }

    /// Gives up without a word.
    func cancel() {
        done = nil
        abandonAttempt()
    }

    func ready(_ events: Int16) {
        let code = SocketOptions.pendingError(descriptor)
        guard code == 0 else { return attemptFailed(code) }
        let connected = descriptor
        descriptor = -1
        abandonAttempt()
        finish(.success(connected))
    }

    func flush() {}

    func loopStops() {
        abandonAttempt()
        finish(.failure(.closed))
    }

    private func tryAddresses(_ found: [SocketAddress]) {
        phase = .connecting
        addresses = found[...]
        tryNextAddress()
    }

    private func tryNextAddress() {
        abandonAttempt()
        guard done != nil else { return }
        guard let address = addresses.popFirst() else {
            return finish(.failure(lastFailure ?? .unreachable(endpoint, reason: "no address")))
        }
        #if canImport(Darwin)
            descriptor = socket(address.family, SOCK_STREAM, 0)
        #else
            descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { return attemptFailed(errno) }
        SocketOptions.makeNonBlocking(descriptor)
        SocketOptions.closeOnExec(descriptor)
        SocketOptions.sendAtOnce(descriptor)
        let result = address.withPointer { connect(descriptor, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { return attemptFailed(errno) }
        registration = loop.add(self, descriptor: descriptor, events: POLLOUT)
        guard !addresses.isEmpty else { return }
        nextAttempt = loop.schedule(after: Self.attemptLimit) { [weak self] in
            self?.attemptFailed(ETIMEDOUT)
        }
    }

    private func attemptFailed(_ code: Int32) {
        lastFailure =
            switch code {
            case ECONNREFUSED: .refused(endpoint)
            case ETIMEDOUT: .timedOut(endpoint, during: .connecting)
            default: .unreachable(endpoint, reason: String(cString: strerror(code)))
            }
        tryNextAddress()
    }

    private func abandonAttempt() {
        nextAttempt?.cancel()
        nextAttempt = nil
        if let registration { loop.remove(registration) }
        registration = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func finish(_ result: Result<Int32, ConnectionEnd>) {
        let done = done
        self.done = nil
        done?(result)
    }
}
