import HTTP2

// How the connections fare.
extension ConnectionPool {
    func opened(_ connection: PooledConnection) {
        tally.connectionsOpened += 1
        settleSoon()
    }

    /// A request was served: connection and service are well.
    func served(on connection: PooledConnection) {
        connection.hasServed = true
        connection.faultsInARow = 0
        servedCount += 1
        connectFailures = 0
        if trouble != nil { trouble = nil }
        outage.countServed()
        isolation.countServed()
    }

    /// A request fared badly for a reason that may not be its own.
    func faulted(
        _ ticket: Ticket,
        on connection: PooledConnection,
        _ cause: APNsFailure,
        retryAfter: Duration? = nil
    ) {
        // What fails again although APNs served others meanwhile says much of that delivery, and little of APNs.
        let failsAlone =
            ticket.batch.isApart
            || histories[ticket.key]?.hasFailed == true && servedCount > ticket.batch.servedBefore
        outage.countFault(isNews: !failsAlone, retryAfter: retryAfter, now: loop.turnTime)
        noteTrouble(cause)
        connection.faultsInARow += 1
        if connection.faultsInARow >= OutageWatch.threshold { retire(connection) }
    }

    func isGoingAway(_ connection: PooledConnection, _ goAway: GoAway) {
        guard !connection.isRetiring else { return }
        connection.isRetiring = true
        tally.reconnects += 1
        let farewell = APNsFailure.connectionLost(
            "APNs closes connections before it serves a request (\(goAway.words))."
        )
        connection.farewell = farewell
        // On the connection for suspects one of them may be to blame: that is judged at its end.
        if !connection.hasServed, !connection.isIsolating { countConnectFailure(farewell) }
        settleSoon()
    }

    func ended(_ connection: PooledConnection, _ cause: ConnectionEnd) {
        connections.removeAll { $0 === connection }
        isolateUnserved(by: connection)
        if isShuttingDown {
            if connections.isEmpty { finishShutDown() }
            return
        }
        judgeEnd(of: connection, cause)
        settleSoon()
    }

    /// Puts a connection's end down to whoever is to blame for it: chance, a request, or APNs.
    private func judgeEnd(of connection: PooledConnection, _ cause: ConnectionEnd) {
        let isJudged = connection.isRetiring && !(connection.isIsolating && connection.farewell != nil)
        guard !isJudged else { return }
        if connection.hasServed || connection.isExcused {
            if !connection.isRetiring { tally.reconnects += 1 }
            return
        }
        let failure = connection.farewell ?? APNsFailure(cause)
        countConnectFailure(failure)
        guard !connections.contains(where: { $0.isOpen && !$0.isRetiring }) else { return }
        if cause.needsMending { endWaiting(.unserved(failure)) } else { failImpatient(failure) }
    }

    /// Has another connection take this one's place; what is in flight on it is still answered.
    func retire(_ connection: PooledConnection) {
        guard !connection.isRetiring else { return }
        connection.isRetiring = true
        tally.reconnects += 1
        if !connection.hasServed { connectFailures += 1 }
        connection.session?.closeWhenAnswered()
        settleSoon()
    }

    private func countConnectFailure(_ cause: APNsFailure) {
        tally.connectionFailures += 1
        connectFailures += 1
        // The first failure may be that one server's; from the second on, or soon after another, there is a pause.
        let now = loop.turnTime
        if connectFailures > 1 || now < lastConnectFailure.advanced(by: configuration.firstRetryDelay) {
            nextConnect = now.advanced(by: configuration.backoff.delay(afterFailures: connectFailures - 1))
        }
        lastConnectFailure = now
        noteTrouble(cause)
    }

    /// While every connection stands and takes no request at all, APNs serves nobody.
    func noteClosedWindow() {
        guard !queue.isEmpty || !isolation.isEmpty, !connections.isEmpty, connections.allSatisfy(\.isClosedToRequests)
        else { return }
        noteTrouble(.refusedByServer)
    }

    private func noteTrouble(_ cause: APNsFailure) {
        trouble = (trouble?.since ?? loop.turnTime, cause)
    }
}

// How many there are.
extension ConnectionPool {
    /// Opens what is missing, one at a time after a failure.
    func openConnections() {
        guard !isShuttingDown, hasWork, loop.turnTime >= nextConnect else { return }
        let live = connections.count { !$0.isRetiring && !$0.isIsolating }
        let wanted = connectFailures > 0 || queue.count + inFlight <= 1 ? 1 : configuration.connectionCount
        for _ in live..<max(live, wanted) { connect(isIsolating: false) }
    }

    func connect(isIsolating: Bool) {
        let connection = PooledConnection(in: self, isIsolating: isIsolating)
        connections.append(connection)
        connection.connect(to: endpoint, tls: tls, configuration: sessionConfiguration)
    }

    /// When a connection may be tried that is missing now.
    var nextConnectDue: MonotonicTime? {
        hasWork && !connections.contains { !$0.isRetiring && !$0.isIsolating } ? max(nextConnect, loop.turnTime) : nil
    }

    /// Whether there is anything to do that is not done on the connection for suspects.
    private var hasWork: Bool {
        let isolated = connections.reduce(0) { $0 + ($1.isIsolating ? $1.inFlight : 0) }
        return !queue.isEmpty || inFlight > isolated || schedule.count > 0
    }

    private var sessionConfiguration: ClientSession.Configuration {
        var session = ClientSession.Configuration(responseFields: APNsAnswer.fields)
        session.connectTimeout = configuration.connectDeadline
        session.requestTimeout = configuration.requestDeadline
        session.pingAfterSilence = configuration.pingInterval
        session.pingTimeout = configuration.pingDeadline
        session.maximumStreams = configuration.streamLimit
        session.responseBodyLimit = Self.answerBodyLimit
        return session
    }

    /// Apple's answers have some 60 bytes; what is longer is cut, and so is no JSON.
    private static let answerBodyLimit = 4096
}

// How it ends.
extension ConnectionPool {
    var patienceEnd: MonotonicTime? {
        guard let trouble, !queue.isEmpty || schedule.count > 0 || !isolation.isEmpty else { return nil }
        return trouble.since.advanced(by: configuration.patience)
    }

    /// Ends what waits once APNs has served nothing for too long.
    func endPatience() {
        guard let trouble, let end = patienceEnd, loop.turnTime >= end else { return }
        endWaiting(.unserved(trouble.cause))
        for connection in connections where connection.isClosedToRequests { retire(connection) }
    }

    /// Ends what was not sent, waits for what is in flight, at most for the grace, and then calls `done`.
    func shutDown(grace: Duration, done: @escaping () -> Void) {
        isShuttingDown = true
        shutDownDone = done
        endWaiting(.failed(.shutDown))
        guard !connections.isEmpty else { return finishShutDown() }
        loop.schedule(after: grace) { [self] in closeConnections() }
        for connection in connections {
            if connection.isOpen { connection.session?.closeWhenAnswered() } else { connection.session?.close() }
        }
    }

    /// Lets everything go: the client is gone, and with it everyone who waits.
    func abandon() {
        isShuttingDown = true
        closeConnections()
    }

    private func closeConnections() {
        for connection in connections { connection.session?.close() }
    }

    private func finishShutDown() {
        let done = shutDownDone
        shutDownDone = nil
        done?()
    }
}

extension GoAway {
    /// The code, and the reason that APNs sends along as JSON.
    fileprivate var words: String {
        let said = APNsAnswer(status: 0, body: debugData).reason
        return debugData.isEmpty ? "GOAWAY \(code)" : "GOAWAY \(code), \(said)"
    }
}
