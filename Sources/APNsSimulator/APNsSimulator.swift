import HTTP2
import Synchronization

/// An APNs on this machine: HTTP/2 over TLS with a certificate of its own, that checks what Apple's servers check,
/// answers in their words, writes down what it accepts, and fails as it is told.
///
///     let simulator = APNsSimulator(configuration)
///     let endpoint = try simulator.start()
///     … trusting .certificates(simulator.authorityText) …
///     await simulator.stop()
public final class APNsSimulator: Sendable {
    private let configuration: SimulatorConfiguration
    private let running = Mutex<Running?>(nil)

    private struct Running: Sendable {
        let endpoint: Endpoint
        let authorityText: [UInt8]
        let listener: LoopBound<Listener>
        let lanes: [LoopBound<Lane>]
        let shared: SharedState
    }

    /// A simulator that does nothing before it is started.
    public init(_ configuration: SimulatorConfiguration) {
        self.configuration = configuration
    }

    deinit {
        running.withLock { running in
            for lane in running?.lanes ?? [] { lane.loop.stop() }
        }
    }

    /// Makes or finds the certificates, listens, and says where.
    ///
    /// - Throws: ``SimulatorFailure``.
    @discardableResult
    public func start() throws(SimulatorFailure) -> Endpoint {
        let authority = try SimulatorAuthority.make(keptAt: configuration.authorityFile)
        let log = try DeliveryLog(file: configuration.logFile, remembering: configuration.rememberedDeliveryCount)
        let shared = SharedState(log: log, rules: configuration.rules)
        let lanes = (0..<max(1, configuration.threadCount)).map { number in
            let loop = EventLoop()
            return LoopBound(handing: Lane(configuration, number: number, shared: shared, on: loop), to: loop)
        }
        do throws(SimulatorFailure) {
            let listener = try listen(certifiedBy: authority, lanes: lanes)
            let endpoint = listener.endpoint
            let now = Running(
                endpoint: endpoint,
                authorityText: authority.certificateText,
                listener: LoopBound(handing: listener, to: lanes[0].loop),
                lanes: lanes,
                shared: shared
            )
            running.withLock { $0 = now }
            return endpoint
        } catch {
            for lane in lanes { lane.loop.stop() }
            throw error
        }
    }

    private func listen(
        certifiedBy authority: CertificateAuthority,
        lanes: [LoopBound<Lane>]
    ) throws(SimulatorFailure) -> sending Listener {
        var session = ServerSession.Configuration(requestFields: RequestField.names)
        session.streamLimit = configuration.streamLimitBeforeFirstToken ?? configuration.streamLimit
        let raised = configuration.streamLimitBeforeFirstToken == nil ? nil : configuration.streamLimit
        let tls: TLSContext
        do throws(TLSFailure) {
            let identity = try authority.issue(for: configuration.hosts, validity: configuration.validity)
            tls =
                configuration.speaksHTTP2
                ? try .server(certificateChain: identity.certificateChain, privateKey: identity.privateKey)
                : try .serverWithoutHTTP2(
                    certificateChain: identity.certificateChain,
                    privateKey: identity.privateKey
                )
        } catch {
            throw .certificates(error)
        }
        do throws(ListenFailure) {
            return try Listener(
                on: configuration.listen,
                tls: tls,
                configuration: session,
                loops: lanes.map { $0.loop }
            ) { session in
                let lane = lanes.first { $0.loop === session.loop } ?? lanes[0]
                return SimulatorConnection(session, lane: lane.value, raisingStreamLimitTo: raised)
            }
        } catch {
            throw .listening(error)
        }
    }

    /// Cuts all connections and listens no more.
    public func stop() async {
        guard
            let running = running.withLock({ running in
                defer { running = nil }
                return running
            })
        else { return }
        running.lanes[0].loop.execute { running.listener.value.stop() }
        for lane in running.lanes {
            lane.loop.execute { lane.value.stop() }
            lane.loop.stop()
            await lane.loop.stopped()
        }
    }
}

extension APNsSimulator {
    /// Where it listens, once it is started.
    public var endpoint: Endpoint? { running.withLock { $0?.endpoint } }

    /// The authority's certificate as PEM: whom a client is to trust. Empty before the start.
    public var authorityText: [UInt8] { running.withLock { $0?.authorityText } ?? [] }

    /// The notifications that were accepted, up to the configured number of them. One that was answered is among them.
    public var deliveries: [Delivery] { running.withLock { $0?.shared.log.deliveries } ?? [] }

    /// Forgets the notifications that were accepted until now.
    public func forgetDeliveries() {
        running.withLock { $0?.shared.log.forget() }
    }

    /// What it has done since it started. A request that was answered is counted.
    public var counts: SimulatorCounts { running.withLock { $0?.shared.currentCounts } ?? SimulatorCounts() }

    /// Replaces the rules, with counters from zero, for requests from now on.
    public func setRules(_ rules: SimulatorRules) {
        running.withLock { $0?.shared.setRules(rules) }
    }

    /// Sends GOAWAY on all connections: what has arrived is still answered.
    public func goAway() {
        onEachConnection { $0.session.goAway() }
    }

    /// Cuts all connections.
    public func dropConnections() {
        onEachConnection { $0.session.drop() }
    }

    /// Changes the stream limit of all connections that stand.
    public func setStreamLimit(_ limit: UInt32) {
        onEachConnection { $0.session.setStreamLimit(limit) }
    }

    private func onEachConnection(_ body: @escaping @Sendable (SimulatorConnection) -> Void) {
        for lane in running.withLock({ $0?.lanes }) ?? [] {
            lane.loop.execute {
                for connection in lane.value.connections.values { body(connection) }
            }
        }
    }
}
