import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lets connections in, on a thread of its own, and deals them out to the polling threads in turn.
final class Acceptor: Sendable {
    private enum Stage {
        case accepting
        case stopping(CheckedContinuation<Void, Never>)
        case stopped
    }

    private let socket: ListeningSocket
    private let core: ServerCore
    private let daemons: [Daemon]
    private let wakePipe: WakePipe
    private let stage = Mutex(Stage.accepting)

    /// Begins to accept; owns the socket from here on.
    init(_ socket: ListeningSocket, core: ServerCore, daemons: [Daemon]) throws(HTTPServerError) {
        guard let wakePipe = WakePipe() else { throw .library("no pipe could be had for the acceptor") }
        self.socket = socket
        self.core = core
        self.daemons = daemons
        self.wakePipe = wakePipe
        guard SystemThread.start({ self.accept() }) else {
            wakePipe.close()
            throw .library("no thread could be had for the acceptor")
        }
    }

    /// Lets nobody in any more: frees the port, and returns when that is done.
    func stop() async {
        await withCheckedContinuation { continuation in
            stage.withLock { stage in
                stage = .stopping(continuation)
                wakePipe.wake()
            }
        }
    }

    private func accept() {
        var turn = 0
        while case .accepting = stage.withLock({ $0 }) {
            var watched = [
                pollfd(fd: wakePipe.reader, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&watched, nfds_t(watched.count), -1)
            guard watched[1].revents != 0 else { continue }
            let isFull = core.isFull
            let idle = isFull ? core.connections.longestIdle : nil
            if isFull, idle == nil, !core.letAbandonedGo() {
                pause()
            } else {
                acceptOne(turn: &turn, inPlaceOf: idle)
            }
        }
        socket.close()
        let waiting = stage.withLock { stage in
            wakePipe.close()
            defer { stage = .stopped }
            return stage
        }
        if case .stopping(let continuation) = waiting { continuation.resume() }
    }

    /// Lets the next connection in, and the idle one go, if it is still idle, unless the client has too many already.
    private func acceptOne(turn: inout Int, inPlaceOf idle: Connection?) {
        var storage = sockaddr_storage()
        var byteCount = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                guard let address = address.baseAddress else { return }
                let descriptor = Self.acceptSystemCall(socket.descriptor, address, &byteCount)
                guard descriptor >= 0 else { return pauseIfExhausted(errno) }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                guard let client = SocketAddress(socketAddress: address)?.address else { return Self.close(descriptor) }
                guard core.admit(client) else { return refuse(descriptor) }
                if let idle, idle.evict() { core.connections.remove(idle) }
                turn = (turn + 1) % daemons.count
                let isTaken = daemons[turn].add(descriptor, from: address, addressByteCount: byteCount)
                if !isTaken { core.connections.countOut(client) }
            }
        }
    }

    /// Tells a client that it has too many connections, where that costs little: not under TLS, and not all of a flood.
    private func refuse(_ descriptor: Int32) {
        let isTold = !core.isSecure && core.warden.refuse(descriptor, with: core.refusal)
        if !isTold { Self.close(descriptor) }
    }

    /// Without descriptors left, the connection stays where it is and would be offered again at once: waits a little.
    private func pauseIfExhausted(_ code: Int32) {
        guard code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM else { return }
        core.configuration.report(
            .library("No further connection can be let in (\(SystemError.text(code))): raise the limit on open files.")
        )
        pause()
    }

    private func pause() {
        var wake = pollfd(fd: wakePipe.reader, events: Int16(POLLIN), revents: 0)
        _ = poll(&wake, 1, Self.pauseMilliseconds)
    }

    private static func acceptSystemCall(
        _ descriptor: Int32,
        _ address: UnsafeMutablePointer<sockaddr>,
        _ byteCount: inout socklen_t
    ) -> Int32 {
        #if canImport(Darwin)
            Darwin.accept(descriptor, address, &byteCount)
        #else
            Glibc.accept(descriptor, address, &byteCount)
        #endif
    }

    private static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    /// How long to wait for a connection to become idle or close when no more fit.
    private static let pauseMilliseconds: Int32 = 50
}
