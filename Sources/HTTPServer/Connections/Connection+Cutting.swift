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
                send(core.router.render(problem, for: request))
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

    private func send(_ response: HTTPResponse) {
        guard case .bytes(let body) = response.body else { return }
        var text = "HTTP/1.1 \(response.status.rawValue) \(response.status.reason)\r\n"
        for field in response.headers { text += "\(field.name): \(field.value)\r\n" }
        text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array(text.utf8) + body
        #if canImport(Darwin)
            let flags = MSG_DONTWAIT
        #else
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        // A client whose window is full of unread bytes gets no answer; it is cut off all the same.
        _ = Self.sendSystemCall(descriptor, bytes, flags)
    }

    private static func sendSystemCall(_ descriptor: Int32, _ bytes: [UInt8], _ flags: Int32) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes, bytes.count, flags)
        #else
            Glibc.send(descriptor, bytes, bytes.count, flags)
        #endif
    }
}
