import Foundation
import HTTP2
import Synchronization

/// A server on this machine over TLS and HTTP/2 that answers as a test tells it to, and remembers what it was asked.
public final class StandInServer: Sendable {
    /// What decides about the answer to a request.
    public typealias Script = @Sendable (StandInRequest) -> StandInReply

    /// `https://localhost` with its port.
    public let url: String
    /// The port.
    public let port: UInt16
    /// The certificate of the authority that vouches for it, in PEM.
    public let authorityText: [UInt8]

    private let loop: EventLoop
    private let listener: LoopBound<Listener>
    private let state: State

    final class State: Sendable {
        let script: Mutex<Script>
        let requests = Mutex<[StandInRequest]>([])
        let isRemembering: Bool
        /// Answers that wait for ``StandInServer/release()``. Used on the loop's thread.
        let held = Mutex<[@Sendable () -> Void]>([])
        let greatestLoad = Mutex(0)
        let sessions = Mutex<[Int: LoopBound<ServerSession>]>([:])
        let arrivals: AsyncStream<StandInRequest>
        let arrival: AsyncStream<StandInRequest>.Continuation

        init(isRemembering: Bool, script: @escaping Script) {
            self.isRemembering = isRemembering
            self.script = Mutex(script)
            (arrivals, arrival) = AsyncStream.makeStream()
        }
    }

    /// Listens on a port that the system picks.
    public init(
        streamLimit: UInt32 = 100,
        isRemembering: Bool = true,
        script: @escaping Script = { _ in .answer(200) }
    ) throws {
        // Clients that trust several find each by its name.
        let authority = try CertificateAuthority(named: "Stand-in authority \(UUID())")
        let identity = try authority.issue(for: ["localhost", "127.0.0.1"])
        let tls = try TLSContext.server(
            certificateChain: identity.certificateChain,
            privateKey: identity.privateKey
        )
        var configuration = ServerSession.Configuration(requestFields: StandInRequest.fieldNames)
        configuration.streamLimit = streamLimit
        let state = State(isRemembering: isRemembering, script: script)
        let loop = EventLoop()
        let listener = try Listener(
            on: Endpoint(host: "127.0.0.1", port: 0),
            tls: tls,
            configuration: configuration,
            loops: [loop]
        ) { StandInConnection($0, state: state) }
        authorityText = authority.certificateText
        port = listener.endpoint.port
        url = "https://localhost:\(listener.endpoint.port)"
        self.listener = LoopBound(handing: listener, to: loop)
        self.loop = loop
        self.state = state
    }

    deinit { loop.stop() }
}

extension StandInServer {
    /// What it was asked, in the order of arrival.
    public var requests: [StandInRequest] { state.requests.withLock { $0 } }

    /// So many requests at most were held back at once on one connection.
    public var greatestLoad: Int { state.greatestLoad.withLock { $0 } }

    /// Each request as it arrives; for one listener.
    public var arrivals: AsyncStream<StandInRequest> { state.arrivals }

    /// Decides anew about requests from now on.
    public func follow(_ script: @escaping Script) {
        state.script.withLock { $0 = script }
    }

    /// Gives the answers that were held back.
    public func release() {
        loop.execute { [state] in
            let held = state.held.withLock { held in
                defer { held = [] }
                return held
            }
            for answer in held { answer() }
        }
    }

    /// Cuts all connections.
    public func dropConnections() {
        loop.execute { [state] in
            for session in state.sessions.withLock({ Array($0.values) }) { session.value.drop() }
        }
    }

    /// Cuts all connections and listens no more.
    public func stop() async {
        loop.execute { [listener, state] in
            listener.value.stop()
            for session in state.sessions.withLock({ Array($0.values) }) { session.value.drop() }
        }
        loop.stop()
        await loop.stopped()
    }
}
