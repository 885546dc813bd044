import HTTP2

// Again, or not.
extension ConnectionPool {
    /// Sends a delivery again after a pause, unless it was tried often enough.
    func retry(_ ticket: Ticket, because cause: APNsFailure, after wish: Duration? = nil, limit: Int? = nil) {
        if endsUntried(ticket, because: cause) { return }
        if outage.isDown { return sendAgain(ticket) }
        let attempts = countAttempt(ticket)
        guard attempts < limit ?? configuration.attemptLimit else { return finish(ticket, .failed(cause)) }
        if ticket.batch.standing == .handsBack { return finish(ticket, .late(cause)) }
        schedule(ticket, after: max(wish ?? .zero, configuration.backoff.delay(afterFailures: attempts)))
    }

    /// Sends a delivery again whose stream was refused, unless that happened too often.
    func retryRefused(_ ticket: Ticket, on connection: PooledConnection) {
        faulted(ticket, on: connection, .refusedByServer)
        if endsUntried(ticket, because: .refusedByServer) { return }
        if outage.isDown { return sendAgain(ticket) }
        if ticket.batch.handsBackAtOnce { return finish(ticket, .late(.refusedByServer)) }
        histories[ticket.key, default: DeliveryHistory()].refusals += 1
        let refusals = histories[ticket.key, default: DeliveryHistory()].refusals
        guard refusals < Self.refusalLimit else { return finish(ticket, .failed(.refusedByServer)) }
        schedule(ticket, after: configuration.backoff.delay(afterFailures: refusals) / 4)
    }

    /// Sends a delivery again at once: ahead of those that were not sent yet, or apart from all others.
    func sendAgain(_ ticket: Ticket) {
        if endsUntried(ticket, because: nil) { return }
        if histories[ticket.key]?.isSuspect == true {
            isolation.add(dividing: [ticket])
        } else {
            tally.retries += 1
            queue.add(again: ticket)
        }
        settleSoon()
    }

    /// Notes an attempt that came to nothing, and says how many there were. While APNs is down an attempt says nothing
    /// of the delivery; patience ends that, not a count.
    func countAttempt(_ ticket: Ticket) -> Int {
        guard !outage.isDown else { return 0 }
        histories[ticket.key, default: DeliveryHistory()].attempts += 1
        return histories[ticket.key, default: DeliveryHistory()].attempts
    }

    /// Ends a delivery that is not to be tried again, whatever came of this attempt.
    func endsUntried(_ ticket: Ticket, because cause: APNsFailure?) -> Bool {
        switch (isShuttingDown ? .withdrawn : ticket.batch.standing, cause) {
        case (.withdrawn, _): finish(ticket, .failed(.shutDown))
        case (.outOfPatience, let cause?): finish(ticket, .unserved(cause))
        case (.impatient, let cause?): finish(ticket, .failed(cause))
        case (.patient, _), (.handsBack, _), (.impatient, nil), (.outOfPatience, nil): return false
        }
        return true
    }

    func schedule(_ ticket: Ticket, after delay: Duration) {
        schedule.insert(ticket, due: loop.turnTime.advanced(by: delay))
        settleSoon()
    }

    /// Moves the retries whose moment has come to the queue, as far as the budget for retries reaches.
    func releaseDueRetries() {
        while let ticket = schedule.popDue(by: loop.turnTime) {
            guard budget.take(now: loop.turnTime) else {
                schedule.insert(ticket, due: loop.turnTime.advanced(by: Self.budgetPause))
                return
            }
            sendAgain(ticket)
        }
    }

    /// APNs refuses streams by the hundred when it lowers their limit; each refusal costs it nothing.
    private static let refusalLimit = 10
    /// How long a retry waits that the budget had nothing left for.
    private static let budgetPause = Duration.milliseconds(100)
}
