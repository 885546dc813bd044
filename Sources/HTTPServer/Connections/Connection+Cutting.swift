#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the warden does to a connection whose client is too slow, or gone.
extension Connection {
    /// Cuts the connection off if what it waits for is overdue.
    ///
    /// The library sends nothing in these phases, so the answer goes straight to the socket; under TLS it cannot, and
    /// a connection that was merely idle gets none.
    func cutIfLate(_ now: Instant) {
        state.withLock { state in
            guard state.deadline < now else { return }
            let problem: HTTPProblem
            switch state.phase {
            case .waiting, .header: problem = .tooSlow
            case .body where state.upload?.isTooLong == true:
                problem = .bodyTooLong(limit: state.upload?.route.bodyLimit ?? 0)
            case .body: problem = .tooSlow
            case .handling, .responding, .cut, .closed: return
            }
            let isIdle = state.phase == .waiting && state.exchange > 0
            if !isIdle, !core.isSecure {
                let request = state.upload?.request ?? HTTPRequest(.get, state.target ?? "/")
                Farewell.send(core.router.render(problem, for: request).closingBytes ?? [], to: descriptor)
            }
            state.phase = .cut
            // Wakes the polling thread, which finds the end of the stream and closes.
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Since when the client keeps the server waiting; nil while its request is handled or answered.
    var idleSince: Instant? {
        state.withLock { $0.phase.isIdle ? $0.idleSince : nil }
    }

    /// Closes the connection, without a word, to make room for another; false when its request is whole by now.
    func evict() -> Bool {
        state.withLock { state in
            guard state.phase.isIdle else { return false }
            state.phase = .cut
            shutdown(descriptor, Int32(SHUT_RDWR))
            return true
        }
    }

    /// The stream whose client is to be watched, since the library does not look at a suspended connection.
    var watchedStream: ResponseStream? {
        state.withLock { $0.phase == .responding ? $0.stream : nil }
    }
}
