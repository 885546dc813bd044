import HTTP2
import PushCrypto

/// What a delivery has been through.
struct DeliveryHistory {
    /// Attempts that came to nothing.
    var attempts = 0
    /// Attempts that the server did not take up.
    var refusals = 0
    /// Whether it was sent again with a new provider token.
    var hadNewToken = false
}

extension ConnectionPool {
    /// Does what an answer other than 200 asks for.
    func judge(_ answer: APNsAnswer, to ticket: Ticket, bearing generation: UInt8, on connection: PooledConnection) {
        switch answer.verdict {
        case .final(let outcome):
            served(on: connection)
            finish(ticket, outcome)
        case .deviceBusy:
            served(on: connection)
            retry(ticket, because: .unavailable(status: answer.status, reason: answer.reason), after: answer.retryAfter)
        case .serviceFault:
            let failure = APNsFailure.unavailable(status: answer.status, reason: answer.reason)
            faulted(on: connection, failure, retryAfter: answer.retryAfter)
            retry(ticket, because: failure, after: answer.retryAfter)
        case .tokenExpired:
            renewToken(for: ticket, bearing: generation, answer, on: connection)
        }
    }

    func lost(_ tag: DeliveryTag, to loss: StreamLoss, on connection: PooledConnection) {
        inFlight -= 1
        guard let ticket = ticket(for: tag) else { return }
        switch loss {
        case .unprocessed where connection.isRetiring || !connection.isOpen:
            // Nobody saw it: it costs no attempt. That the connections go so is held against them, not against it.
            sendAgain(ticket)
        case .unprocessed:
            retryRefused(ticket, on: connection)
        case .connectionLost:
            tally.ambiguous += 1
            resend(ticket, because: .connectionLost("The connections to APNs broke before the answer came."))
        case .reset(let code):
            tally.ambiguous += 1
            let failure = APNsFailure.connectionLost("APNs reset the request's stream (\(code)).")
            faulted(on: connection, failure)
            retry(ticket, because: failure)
        case .timedOut:
            tally.ambiguous += 1
            faulted(on: connection, .deadline(configuration.requestDeadline))
            retry(ticket, because: .deadline(configuration.requestDeadline), limit: Self.timeoutLimit)
        }
    }

    /// A request that ran into its deadline is tried once more; each try costs the whole deadline.
    private static let timeoutLimit = 2
    /// APNs refuses streams by the hundred when it lowers their limit; each refusal costs it nothing.
    private static let refusalLimit = 10
}

// Again, or not.
extension ConnectionPool {
    /// Sends a delivery again at once, unless it was tried often enough: twice as often as others, because all that is
    /// in flight suffers when a connection breaks, whoever's fault that is.
    private func resend(_ ticket: Ticket, because cause: APNsFailure) {
        if countsAsTriedEnough(ticket, limit: 2 * configuration.attemptLimit) {
            finish(ticket, .failed(cause))
        } else {
            sendAgain(ticket)
        }
    }

    /// Sends a delivery again after a pause, unless it was tried often enough.
    private func retry(_ ticket: Ticket, because cause: APNsFailure, after wish: Duration? = nil, limit: Int? = nil) {
        let wish = wish ?? .zero
        if wish > configuration.patience || countsAsTriedEnough(ticket, limit: limit ?? configuration.attemptLimit) {
            return finish(ticket, .failed(cause))
        }
        if outage.isDown { return sendAgain(ticket) }
        let attempts = histories[ticket.key]?.attempts ?? 1
        schedule(ticket, after: max(wish, configuration.backoff.delay(afterFailures: attempts)))
    }

    private func retryRefused(_ ticket: Ticket, on connection: PooledConnection) {
        faulted(on: connection, .refusedByServer)
        var history = histories[ticket.key] ?? DeliveryHistory()
        history.refusals += 1
        guard history.refusals < Self.refusalLimit, !isShuttingDown else {
            return finish(ticket, .failed(isShuttingDown ? .shutDown : .refusedByServer))
        }
        histories[ticket.key] = history
        schedule(ticket, after: configuration.backoff.delay(afterFailures: history.refusals) / 4)
    }

    private func countsAsTriedEnough(_ ticket: Ticket, limit: Int) -> Bool {
        if isShuttingDown || !ticket.batch.isPatient { return true }
        var history = histories[ticket.key] ?? DeliveryHistory()
        history.attempts += 1
        histories[ticket.key] = history
        // While APNs is down an attempt says nothing of the delivery; patience ends that, not a count.
        return history.attempts >= limit && !outage.isDown
    }

    private func schedule(_ ticket: Ticket, after delay: Duration) {
        schedule.insert(ticket, due: loop.turnTime.advanced(by: delay))
        settleSoon()
    }

    private func sendAgain(_ ticket: Ticket) {
        guard !isShuttingDown else { return finish(ticket, .failed(.shutDown)) }
        tally.retries += 1
        queue.add(again: ticket)
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

    /// How long a retry waits that the budget had nothing left for.
    private static let budgetPause = Duration.milliseconds(100)
}

// The provider token.
extension ConnectionPool {
    /// Sends a delivery again with a new token, once. The connection is replaced, for one that has seen an expired token
    /// has been known to refuse every later one too.
    private func renewToken(
        for ticket: Ticket,
        bearing generation: UInt8,
        _ answer: APNsAnswer,
        on connection: PooledConnection
    ) {
        var history = histories[ticket.key] ?? DeliveryHistory()
        guard !history.hadNewToken, !isShuttingDown, hasNewToken(after: generation) else {
            return finish(ticket, .rejected(status: answer.status, reason: answer.reason))
        }
        history.hadNewToken = true
        histories[ticket.key] = history
        retire(connection)
        sendAgain(ticket)
    }

    private func hasNewToken(after generation: UInt8) -> Bool {
        guard let refused = currentToken(ifOf: generation) else { return true }
        do throws(CryptoFailure) {
            return try tokens.replacement(for: refused) != nil
        } catch {
            return false
        }
    }
}

extension APNsAnswer {
    /// The fields of an answer that are read.
    static let fields = FieldNames("retry-after")

    init(_ response: borrowing ReceivedMessage) {
        let body = response.body.withUnsafeBufferPointer { Array($0) }
        self.init(status: response.status, body: body, retryAfter: response.text(of: 0))
    }
}
