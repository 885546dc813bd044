import HTTP2

// Finding the request that breaks its connections.
extension ConnectionPool {
    /// Notes a request that its connection's end left unserved. What one connection leaves so in a turn is looked at
    /// together, at the end of the turn.
    func leaveUnserved(_ ticket: Ticket, by connection: PooledConnection) {
        connection.unserved.append(ticket)
        settleSoon()
    }

    /// Sends again what a connection left unserved, in smaller groups and apart from all others. Only who was alone in
    /// it has used up an attempt.
    func isolateUnserved(by connection: PooledConnection) {
        let unserved = connection.unserved
        connection.unserved = []
        let cause = connection.farewell ?? .connectionLost("The connection to APNs broke before the answer came.")
        let suspects = unserved.filter { !endsUntried($0, because: cause) }
        for ticket in suspects { histories[ticket.key, default: DeliveryHistory()].isSuspect = true }
        // A group that breaks its connection may be an outage; one request again and again, or those known for trouble, is not.
        if !unserved.isEmpty, !connection.hasServed {
            connection.isExcused =
                unserved.count == 1 || unserved.allSatisfy { $0.batch.isApart } || isolation.excusesLoss()
        }
        guard unserved.count == 1, let ticket = suspects.first else { return isolation.add(dividing: suspects) }
        if ticket.batch.handsBackAtOnce, !outage.isDown { return finish(ticket, .late(cause)) }
        let attempts = countAttempt(ticket)
        if attempts >= configuration.attemptLimit {
            finish(ticket, .failed(cause))
        } else if attempts <= 1 {
            // It may have met a connection that was about to end anyway.
            isolation.add(dividing: [ticket])
        } else if ticket.batch.standing == .handsBack {
            finish(ticket, .late(cause))
        } else {
            schedule(ticket, after: configuration.backoff.delay(afterFailures: attempts - 1))
        }
    }

    /// APNs answered for a delivery itself: it breaks no connection.
    func clearOfSuspicion(_ ticket: Ticket) {
        if !histories.isEmpty { histories[ticket.key]?.isSuspect = false }
    }

    /// Whether a request that was above the last stream of a GOAWAY has been so too often for chance.
    func isPassedOverTooOften(_ ticket: Ticket) -> Bool {
        histories[ticket.key, default: DeliveryHistory()].timesPassedOver += 1
        return histories[ticket.key, default: DeliveryHistory()].timesPassedOver >= Self.passingOverLimit
    }

    /// Connections go away in order, and then pass over a request or two; not over the same one again and again.
    private static let passingOverLimit = 3
}

// The connection that is kept for suspects.
extension ConnectionPool {
    /// Gives it the next group, once the last one has been answered.
    func fillIsolated(_ connection: PooledConnection, _ session: ClientSession, room: Int) {
        guard !isolation.isEmpty, connection.inFlight == 0, let bearer = currentBearer() else { return }
        let allowed = min(room, outage.allowance(inFlight: inFlight, now: loop.turnTime))
        let group = isolation.next(limit: allowed)
        for (position, ticket) in group.enumerated() {
            guard submit(ticket, bearing: bearer, on: session) else {
                isolation.add(Array(group[position...]))
                break
            }
            countIn(1, on: connection)
            tally.retries += 1
        }
    }

    /// Opens it when there are suspects, and closes it when there are none.
    func tendIsolation() {
        let connection = connections.first { $0.isIsolating && !$0.isRetiring }
        if isolation.isEmpty {
            guard let connection, connection.inFlight == 0 else { return }
            connection.isRetiring = true
            connection.session?.closeWhenAnswered()
        } else if let connection {
            connection.session?.sendSoon()
        } else if loop.turnTime >= nextConnect, !isShuttingDown {
            connect(isIsolating: true)
        }
    }

    /// When it may be tried, if it is missing now.
    var nextIsolatingConnectDue: MonotonicTime? {
        isolation.isEmpty || connections.contains { $0.isIsolating && !$0.isRetiring }
            ? nil : max(nextConnect, loop.turnTime)
    }
}
