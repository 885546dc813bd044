/// What becomes of a connection whose client has left before its request is handled.
extension Connection {
    /// The request whose handler the connection waits for, suspended; nil when it waits for none.
    var awaitedExchange: Int? {
        state.withLock { $0.isAwaitingHandler ? $0.exchange : nil }
    }

    /// Closes the connection while the handler of this request goes on without it; false when that is done by now.
    ///
    /// What a handler has begun, a message that is under way say, is neither lost nor done twice for it.
    func letGo(of exchange: Int) -> Bool {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.isAwaitingHandler, state.exchange == exchange else { return nil }
            state.phase = .cut
            state.isSuspended = false
            return state.task
        }
        guard let task else { return false }
        core.unattended.add(task)
        // The polling thread finds the phase, and closes.
        library.resume()
        return true
    }
}

extension Connection.State {
    fileprivate var isAwaitingHandler: Bool { phase == .handling && isSuspended }
}
