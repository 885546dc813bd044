import HTTP2

// Finding the request that breaks its connections.
extension ConnectionPool {
    /// Gives the connection that is kept for suspects the next group, once the last one has been answered.
    func fillIsolated(_ connection: PooledConnection, _ session: ClientSession, room: Int) {
        guard !isolation.isEmpty, connection.isolatedInFlight == 0, let bearer = currentBearer() else { return }
        let allowed = min(room, outage.allowance(inFlight: inFlight, now: loop.turnTime))
        let group = isolation.next(limit: allowed)
        for (position, ticket) in group.enumerated() {
            guard submit(ticket, bearing: bearer, on: session) else {
                isolation.add(dividing: Array(group[position...]))
                break
            }
            connection.isolatedInFlight += 1
            inFlight += 1
            tally.retries += 1
        }
    }

    /// Opens the connection for suspects when there are any, and closes it when there are none.
    func tendIsolation() {
        let connection = connections.first { $0.isIsolating }
        if isolation.isEmpty {
            guard let connection, connection.isolatedInFlight == 0, !connection.isRetiring else { return }
            connection.isRetiring = true
            connection.session?.closeWhenAnswered()
        } else if let connection {
            connection.session?.sendSoon()
        } else if loop.turnTime >= nextConnect, !isShuttingDown {
            connect(isIsolating: true)
        }
    }

    /// When the connection for suspects may be tried that is missing now.
    var nextIsolatingConnectDue: MonotonicTime? {
        isolation.isEmpty || connections.contains { $0.isIsolating } ? nil : max(nextConnect, loop.turnTime)
    }

    /// Whether a request that was above the last stream of a GOAWAY has been so too often for chance.
    func isPassedOverTooOften(_ ticket: Ticket) -> Bool {
        histories[ticket.key, default: DeliveryHistory()].timesPassedOver += 1
        return histories[ticket.key, default: DeliveryHistory()].timesPassedOver >= Self.passingOverLimit
    }

    /// Connections go away in order, and then pass over a request or two; not over the same one again and again.
    private static let passingOverLimit = 3

    /// Sends again what was in flight when a connection broke, in smaller groups. Only who broke it alone has used up an
    /// attempt.
    func isolateSuspects(of connection: PooledConnection) {
        let suspects = connection.suspects
        connection.suspects = []
        connection.hadSuspects = true
        let cause = connection.farewell ?? .connectionLost("The connections to APNs broke before the answer came.")
        guard suspects.count != 1 else { return retryAlone(suspects[0], because: cause) }
        var divided: [Ticket] = []
        for ticket in suspects {
            if isShuttingDown || !ticket.batch.isPatient {
                finish(ticket, .failed(cause))
            } else {
                histories[ticket.key, default: DeliveryHistory()].isSuspect = true
                divided.append(ticket)
            }
        }
        isolation.add(dividing: divided)
    }

    private func retryAlone(_ ticket: Ticket, because cause: APNsFailure) {
        if countsAsTriedEnough(ticket, limit: configuration.attemptLimit) { return finish(ticket, .failed(cause)) }
        histories[ticket.key, default: DeliveryHistory()].isSuspect = true
        let attempts = histories[ticket.key]?.attempts ?? 1
        // The first time it may have met a connection that was about to end anyway.
        if attempts <= 1 {
            isolation.add(dividing: [ticket])
        } else {
            schedule(ticket, after: configuration.backoff.delay(afterFailures: attempts - 1))
        }
    }

    /// Whether a connection's end before it served anything is put down to the suspects on it.
    func isExcused(_ connection: PooledConnection) -> Bool {
        guard connection.isIsolating, connection.hasOpened, connection.hadSuspects || !connection.suspects.isEmpty
        else { return false }
        isolation.lossesInARow += 1
        return !isolation.looksLikeOutage
    }
}
