import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Watches the connections from a thread of its own: cuts off those whose deadline has passed, ends streams whose
/// client has left, reads on from closed connections until the client has seen its answer, and answers those that were
/// not let in.
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

    /// Takes over the socket of a client that is not let in, to say why in answer to its request; false when so many are
    /// being answered that this one has to do without.
    ///
    /// Nothing of it wakes the thread, so that a flood does not keep it busy: the answer takes an interval or two.
    func refuse(_ descriptor: Int32, with answer: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.wakePipe != nil, !state.isStopping,
                state.lingering.count(where: \.isRefused) < Self.refusedLimit
            else { return false }
            state.lingering.append(LingeringSocket(refused: descriptor, answer: answer))
            return true
        }
    }

    private func watch(_ connections: ConnectionTable, wakePipe: WakePipe, intervalMilliseconds: Int32) {
        var nextRound = Instant.now
        while !state.withLock({ $0.isStopping }) {
            let streams = connections.all.compactMap { connection in
                connection.watchedStream.map { (descriptor: connection.descriptor, stream: $0) }
            }
            let lingering = state.withLock { $0.lingering.filter { !$0.isRefused } }
            var watched = [pollfd(fd: wakePipe.reader, events: Int16(POLLIN), revents: 0)]
            watched += streams.map { pollfd(fd: $0.descriptor, events: Departure.event, revents: 0) }
            watched += lingering.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            _ = poll(&watched, nfds_t(watched.count), intervalMilliseconds)
            wakePipe.drain()
            for (index, entry) in streams.enumerated() where watched[1 + index].revents != 0 {
                entry.stream.close(ResponseStream.brokenOff)
            }
            let now = Instant.now
            state.withLock { state in
                for place in state.lingering.indices.reversed() where state.lingering[place].isOver(now) {
                    state.lingering.remove(at: place)
                }
            }
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

    /// So many closed connections are read on at once; more are closed at once.
    private static let lingeringLimit = 64

    /// So many of them may be such as were never let in, so that they keep nobody from seeing an answer.
    private static let refusedLimit = lingeringLimit / 2
}
