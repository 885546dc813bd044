#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket on which everything was sent, until the other end has read it and closes too.
///
/// A socket that is closed with unread bytes resets the connection, and a reset destroys at the other end what it has not
/// read yet: the last answers before a GOAWAY, say.
final class LingeringSocket: LoopSource {
    private let socket: TLSSocket
    private let loop: EventLoop
    private var registration: LoopRegistration?
    private var deadline: LoopTimer?

    /// An end that does not close in this time has lost interest, or is gone.
    private static let patience = Duration.seconds(1)

    init(_ socket: consuming TLSSocket, on loop: EventLoop) {
        self.socket = socket
        self.loop = loop
    }

    func start() {
        socket.sayGoodbye()
        guard shutdown(socket.descriptor, Int32(SHUT_WR)) == 0 else { return }
        registration = loop.add(self, descriptor: socket.descriptor, events: POLLIN)
        deadline = loop.schedule(after: Self.patience) { [weak self] in self?.finish() }
    }

    func ready(_ events: Int16) {
        while true {
            let count = recv(socket.descriptor, loop.readBuffer.baseAddress, loop.readBuffer.count, 0)
            if count > 0 || (count < 0 && errno == EINTR) { continue }
            if count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK) { finish() }
            return
        }
    }

    func flush() {}

    func loopStops() {
        finish()
    }

    private func finish() {
        deadline?.cancel()
        if let registration { loop.remove(registration) }
        registration = nil
    }
}
