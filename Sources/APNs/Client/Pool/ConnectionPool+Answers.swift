import HTTP2
import PushCrypto

extension ConnectionPool {
    /// Does what an answer other than 200 asks for.
    func judge(_ answer: APNsAnswer, to ticket: Ticket, bearing generation: UInt8, on connection: PooledConnection) {
        clearOfSuspicion(ticket)
        switch answer.verdict {
        case .final(let outcome):
            served(on: connection)
            finish(ticket, outcome)
        case .deviceBusy:
            served(on: connection)
            let failure = APNsFailure.unavailable(status: answer.status, reason: answer.reason)
            if let wish = answer.retryAfter, wish > configuration.patience { return finish(ticket, .failed(failure)) }
            retry(ticket, because: failure, after: answer.retryAfter)
        case .serviceFault:
            let failure = APNsFailure.unavailable(status: answer.status, reason: answer.reason)
            faulted(ticket, on: connection, failure, retryAfter: answer.retryAfter)
            let wish = answer.retryAfter ?? .zero
            retry(ticket, because: failure, after: wish > configuration.patience ? nil : wish)
        case .tokenExpired:
            renewToken(for: ticket, bearing: generation, answer, on: connection)
        }
    }

    func lost(_ tag: DeliveryTag, to loss: StreamLoss, on connection: PooledConnection) {
        countOut(of: connection)
        guard let ticket = ticket(for: tag) else { return }
        switch loss {
        case .unprocessed where connection.isRetiring || !connection.isOpen:
            // Nobody saw it: it costs no attempt, unless it is what makes the connections go.
            if connection.isIsolating || connection.isOpen && isPassedOverTooOften(ticket) {
                leaveUnserved(ticket, by: connection)
            } else {
                sendAgain(ticket)
            }
        case .unprocessed:
            retryRefused(ticket, on: connection)
        case .connectionLost:
            tally.ambiguous += 1
            leaveUnserved(ticket, by: connection)
        case .reset(let code):
            tally.ambiguous += 1
            clearOfSuspicion(ticket)
            let failure = APNsFailure.connectionLost("APNs reset the request's stream (\(code)).")
            faulted(ticket, on: connection, failure)
            retry(ticket, because: failure)
        case .timedOut:
            tally.ambiguous += 1
            clearOfSuspicion(ticket)
            faulted(ticket, on: connection, .deadline(configuration.requestDeadline))
            retry(ticket, because: .deadline(configuration.requestDeadline), limit: Self.timeoutLimit)
        }
    }

    /// A request that ran into its deadline is tried once more; each try costs the whole deadline.
    private static let timeoutLimit = 2
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
        guard !histories[ticket.key, default: DeliveryHistory()].hadNewToken, !isShuttingDown,
            hasNewToken(after: generation)
        else { return finish(ticket, .rejected(status: answer.status, reason: answer.reason)) }
        histories[ticket.key, default: DeliveryHistory()].hadNewToken = true
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
