import CMicroHTTPD
import Synchronization

/// One connection, from its acceptance to its close, through all its requests.
///
/// Its polling thread drives it through the phases; a handler's task ends one of them, and the warden may cut it off.
/// What they share stands behind one lock.
final class Connection: Sendable {
    /// What the connection is about.
    enum Phase: Equatable {
        /// Between requests, or before the first: no request line is read yet.
        case waiting
        /// The request line is read.
        case header
        /// The header is read.
        case body
        /// The handler runs.
        case handling
        /// The response is the library's to send.
        case responding
        /// Cut off: nothing more is read or answered.
        case cut
        /// Closed: the descriptor may be another connection's.
        case closed

        /// Whether it is the client's turn: no whole request is there.
        var isIdle: Bool { self == .waiting || self == .header || self == .body }
    }

    struct State {
        var phase = Phase.waiting
        /// When ``Phase/waiting``, ``Phase/header`` or ``Phase/body`` must be over.
        var deadline: Instant
        /// When the client last had its answer, or sent a whole header or a part of the body.
        var idleSince = Instant.now
        /// Counts the requests, so that a handler that is late cannot answer another one.
        var exchange = 0
        var target: String?
        var targetByteCount = 0
        var upload: Upload?
        var method = HTTPMethod.get
        var answer: HTTPResponse?
        var isSuspended = false
        var task: Task<Void, Never>?
        var stream: ResponseStream?
        /// Whether the client has bytes under way that nobody will read, so that a plain close would reset the
        /// connection and take the response with it.
        var lingers = false
    }

    let core: ServerCore
    let library: LibraryConnection
    let descriptor: Int32
    let remoteAddress: IPAddress
    let state: Mutex<State>

    init(core: ServerCore, library: LibraryConnection, remoteAddress: IPAddress) {
        self.core = core
        self.library = library
        self.remoteAddress = remoteAddress
        descriptor = library.descriptor
        state = Mutex(State(deadline: .now + core.headerNanoseconds))
    }

    /// The library says that the exchange is over, whether it was answered or not.
    func finishExchange() {
        let stream = state.withLock { state in
            defer { state.stream = nil }
            if state.phase != .cut { state.phase = .waiting }
            state.idleSince = .now
            state.deadline = state.idleSince + core.idleNanoseconds
            state.exchange += 1
            state.target = nil
            state.upload = nil
            state.answer = nil
            state.task = nil
            return state.stream
        }
        stream?.close(ResponseStream.brokenOff)
        core.exchangeEnded()
    }

    /// The library is about to close the socket.
    func close() {
        let lingers = state.withLock { state in
            state.phase = .closed
            return state.lingers
        }
        if lingers { core.warden.linger(descriptor) }
    }
}
