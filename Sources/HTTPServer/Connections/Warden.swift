import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Watches the connections from a thread of its own: cuts off those whose deadline has passed, ends streams whose
/// client has left, and reads on from closed connections until the client has seen its answer.
final class Warden: Sendable {
    private struct State {
        var isStopping = false
        var lingering: [LingeringSocket] = []
        var wakePipe: WakePipe?
    }

    private let state = Mutex(State())

    /// Starts the thread, which looks at deadlines once in each interval.
    func start(_ connections: ConnectionTable, intervalMilliseconds: Int32) throws(HTTPServerError) {
        guard let pipe = WakePipe() else { throw .library("no pipe could be had for the warden") }
        state.withLock { $0.wakePipe = pipe }
        let isStarted = SystemThread.start {
            self.watch(connections, wakePipe: pipe, intervalMilliseconds: intervalMilliseconds)
        }
        guard isStarted else {
            state.withLock { $0.wakePipe = nil }
            pipe.close()
            throw .library("no thread could be had for the warden")
        }
    }

    /// Ends the thread.
    func stop() {
        state.withLock { state in
            state.isStopping = true
            state.wakePipe?.wake()
        }
    }

    /// Keeps a connection that is about to be closed from being reset, which would take the answer from the client:
    /// reads and throws away what it still sends, for a while.
    func linger(_ descriptor: Int32) {
        state.withLock { state in
            guard let pipe = state.wakePipe, !state.isStopping, state.lingering.count < Self.lingeringLimit,
                let socket = LingeringSocket(copying: descriptor)
            else { return }
            state.lingering.append(socket)
            pipe.wake()
        }
    }

    private func watch(_ connections: ConnectionTable, wakePipe: WakePipe, intervalMilliseconds: Int32) {
        var nextRound = Instant.now
        while !state.withLock({ $0.isStopping }) {
            let streams = connections.all.compactMap { connection in
                connection.watchedStream.map { (descriptor: connection.descriptor, stream: $0) }
            }
            let lingering = state.withLock { $0.lingering }
            var watched = [pollfd(fd: wakePipe.reader, events: Int16(POLLIN), revents: 0)]
            watched += streams.map { pollfd(fd: $0.descriptor, events: Self.departure, revents: 0) }
            watched += lingering.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            _ = poll(&watched, nfds_t(watched.count), intervalMilliseconds)
            wakePipe.drain()
            for (index, entry) in streams.enumerated() where watched[1 + index].revents != 0 {
                entry.stream.close(ResponseStream.brokenOff)
            }
            let now = Instant.now
            state.withLock { state in state.lingering.removeAll { $0.isOver(now) } }
            guard now >= nextRound else { continue }
            nextRound = now + Int64(intervalMilliseconds) * 1_000_000
            for connection in connections.all { connection.cutIfLate(now) }
        }
        state.withLock { state in
            for socket in state.lingering { socket.close() }
            state.lingering = []
            state.wakePipe = nil
            wakePipe.close()
        }
    }

    /// What poll is asked for a stream's socket: whether the client has closed its end.
    #if canImport(Darwin)
        private static let departure: Int16 = 0
    #else
        private static let departure = Int16(0x2000)  // POLLRDHUP, which the C library shows only to GNU sources.
    #endif

    /// So many closed connections are read on at once; more are closed at once.
    private static let lingeringLimit = 64
}
