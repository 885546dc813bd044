#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The socket of a connection that is over, whose client still sends what nobody wants.
///
/// Source: RFC 9112 §9.6: a server that closes at once has the connection reset, and the client loses the response.
struct LingeringSocket: Sendable {
    let descriptor: Int32
    /// Whether the client was never let in.
    let isRefused: Bool
    private let deadline: Instant
    /// What the client gets once it asks for something: before, some would not take it for the answer.
    private var answer: [UInt8] = []

    /// Keeps a copy of the socket open, and says to the client that nothing more comes.
    init?(copying original: Int32) {
        descriptor = dup(original)
        guard descriptor >= 0 else { return nil }
        isRefused = false
        deadline = .now + Self.nanoseconds
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Takes over the socket of a client that is not let in.
    init(refused descriptor: Int32, answer: [UInt8]) {
        self.descriptor = descriptor
        self.answer = answer
        isRefused = true
        deadline = .now + Self.nanoseconds
    }

    /// Throws away what came; closes the socket, and says so, when the client is done or the time is up.
    mutating func isOver(_ now: Instant) -> Bool {
        guard deadline > now, !isAtEnd() else {
            close()
            return true
        }
        return false
    }

    func close() {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    private mutating func isAtEnd() -> Bool {
        #if canImport(Darwin)
            let flags = MSG_DONTWAIT
        #else
            let flags = Int32(MSG_DONTWAIT)
        #endif
        return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            // So many reads a turn, so that one client's flood does not hold up the others.
            for _ in 0..<16 {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
                if count < 0 { return errno != EAGAIN && errno != EINTR }
                if count == 0 { return true }
                sendAnswer()
            }
            return false
        }
    }

    private mutating func sendAnswer() {
        guard !answer.isEmpty else { return }
        Farewell.send(answer, to: descriptor)
        answer = []
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Two seconds are enough for a client to read its answer and stop.
    private static let nanoseconds: Int64 = 2_000_000_000
}
