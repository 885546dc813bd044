import HTTP2
import PushCrypto

/// A client's connections and all that waits for them. Lives on its loop's thread, and so needs no lock.
///
/// The way of a delivery: ``take(_:)`` puts its batch into the queue; a connection with room asks for work with
/// ``fill(_:room:)``; its answer comes to ``answered(_:with:on:)``, the news that none will come to ``lost(_:to:on:)``;
/// both end it, or put it back.
final class ConnectionPool {
    let loop: EventLoop
    let configuration: APNsClientConfiguration
    let endpoint: Endpoint
    let tls: TLSContext
    let tokens: ProviderTokenSource
    private let authority: String

    var connections: [PooledConnection] = []
    var queue = WorkQueue()
    var schedule = RetrySchedule()
    /// What may break its connection.
    var isolation = Isolation()
    /// What is known of deliveries that did not end with their first attempt.
    var histories: [DeliveryTag: DeliveryHistory] = [:]
    var outage: OutageWatch
    var budget: RetryBudget
    /// Attempts to connect that came to nothing, in a row.
    var connectFailures = 0
    var lastConnectFailure = MonotonicTime(nanoseconds: 0)
    /// Before this moment no further connection is tried.
    var nextConnect = MonotonicTime(nanoseconds: 0)
    /// Since when APNs serves nothing although work waits, and why.
    var trouble: (since: MonotonicTime, cause: APNsFailure)?
    var inFlight = 0
    /// How many requests APNs answered as it does when it is well.
    var servedCount = 0
    var tally = PoolTally()
    var isShuttingDown = false
    var shutDownDone: (() -> Void)?

    private var batches = BatchTable()
    private var bearer: Bearer?
    private var isSettleDue = false
    private var alarm: (timer: LoopTimer, due: MonotonicTime)?

    init(
        _ endpoint: APNsEndpoint,
        tls: TLSContext,
        tokens: ProviderTokenSource,
        configuration: APNsClientConfiguration,
        loop: EventLoop
    ) {
        self.loop = loop
        self.configuration = configuration
        self.endpoint = Endpoint(host: endpoint.host, port: endpoint.port)
        self.tls = tls
        self.tokens = tokens
        authority = endpoint.authority
        outage = OutageWatch(backoff: configuration.backoff)
        budget = RetryBudget(now: .now)
    }
}

// The way out.
extension ConnectionPool {
    /// Takes a batch on.
    func take(_ batch: SendBatch) {
        begin(batch)
        queue.add(batch)
        settleSoon()
    }

    /// Takes a batch on whose deliveries fared badly before.
    func takeApart(_ batch: SendBatch) {
        begin(batch)
        batch.isApart = true
        var group: [Ticket] = []
        while let index = batch.take() { group.append(Ticket(batch: batch, index: index)) }
        for ticket in group { histories[ticket.key, default: DeliveryHistory()].isSuspect = true }
        isolation.add(group)
        settleSoon()
    }

    private func begin(_ batch: SendBatch) {
        // What hindered earlier batches says nothing of this one.
        if queue.isEmpty, inFlight == 0, schedule.count == 0, isolation.isEmpty { trouble = nil }
        batch.servedBefore = servedCount
        batches.add(batch)
    }

    /// Takes back what a batch has not in flight: its sender was cancelled.
    func withdraw(batchNumber: Int) {
        guard let batch = batches.all.first(where: { $0.number == batchNumber }) else { return }
        batch.standing = .withdrawn
        for ticket in queue.withdraw(batch) + schedule.withdraw(batch) + isolation.withdraw(batch) {
            finish(ticket, .failed(.shutDown))
        }
        settleSoon()
    }

    /// Gives a connection as much work as it has room for, as others leave, and as an outage allows.
    func fill(_ connection: PooledConnection, _ session: ClientSession, room: Int) {
        guard !queue.isEmpty, let bearer = currentBearer() else { return }
        let allowed = min(room, outage.allowance(inFlight: inFlight, now: loop.turnTime), fairShare)
        var sent = 0
        while sent < allowed, let ticket = queue.next() {
            guard submit(ticket, bearing: bearer, on: session) else {
                queue.add(again: ticket)
                break
            }
            sent += 1
        }
        countIn(sent, on: connection)
        budget.countAttempts(sent)
    }

    /// What one of the open connections may take, so that little work is spread as well.
    private var fairShare: Int {
        let open = max(1, connections.count { $0.isOpen && !$0.isRetiring && !$0.isIsolating })
        return max(Self.smallestShare, (queue.count + open - 1) / open)
    }

    /// Less is not worth a second connection's TLS record.
    private static let smallestShare = 16

    func submit(_ ticket: Ticket, bearing bearer: Bearer, on session: ClientSession) -> Bool {
        let delivery = ticket.batch.deliveries[ticket.index]
        let tag = DeliveryTag(place: ticket.batch.place, index: ticket.index, generation: bearer.generation)
        let request = ticket.batch.request(bearing: bearer, authority: authority)
        return delivery.token.withDigits { digits in
            delivery.id.withText { id in
                session.submit(request, pathSuffix: digits, varyingValue: id, tag: tag.rawValue) != nil
            }
        }
    }

    /// The provider token to send with now; without one everything that waits fails, and says why.
    func currentBearer() -> Bearer? {
        do throws(CryptoFailure) {
            let token = try tokens.token()
            if let bearer, bearer.token == token { return bearer }
            let next = Bearer(token: token, generation: (bearer?.generation ?? 0) &+ 1)
            bearer = next
            return next
        } catch {
            endWaiting(.unserved(.noProviderToken(error.description)))
            return nil
        }
    }
}

// The way back.
extension ConnectionPool {
    func answered(_ tag: DeliveryTag, with response: borrowing ReceivedMessage, on connection: PooledConnection) {
        countOut(of: connection)
        tally.count(status: response.status, after: loop.turnTime.since(response.begun))
        guard let ticket = batches[tag] else { return }
        if response.status == 200 {
            served(on: connection)
            if !histories.isEmpty { histories[ticket.key] = nil }
            if ticket.batch.finishAccepted() { batches.remove(ticket.batch) }
        } else {
            judge(APNsAnswer(response), to: ticket, bearing: tag.generation, on: connection)
        }
    }

    /// So many requests are in flight.
    func countIn(_ count: Int, on connection: PooledConnection) {
        inFlight += count
        connection.inFlight += count
    }

    /// One of them is no more.
    func countOut(of connection: PooledConnection) {
        inFlight -= 1
        connection.inFlight -= 1
        if connection.inFlight == 0 { settleSoon() }
    }

    /// Ends a delivery.
    func finish(_ ticket: Ticket, _ outcome: APNsOutcome) {
        histories[ticket.key] = nil
        if ticket.batch.finish(ticket.index, outcome) { batches.remove(ticket.batch) }
    }

    func ticket(for tag: DeliveryTag) -> Ticket? { batches[tag] }

    /// The provider token of that generation, if it is the one that requests bear now.
    func currentToken(ifOf generation: UInt8) -> ProviderToken? {
        bearer?.generation == generation ? bearer?.token : nil
    }

    /// Ends everything that waits; what is in flight may still be answered, and is not tried again.
    func endWaiting(_ outcome: APNsOutcome) {
        for batch in batches.all where [.patient, .handsBack].contains(batch.standing) {
            batch.standing = .outOfPatience
        }
        while let ticket = queue.next() { finish(ticket, outcome) }
        while let ticket = schedule.popFirst() { finish(ticket, outcome) }
        for ticket in isolation.removeAll() { finish(ticket, outcome) }
        trouble = nil
    }

    /// Fails what waits of the batches that are not patient.
    func failImpatient(_ cause: APNsFailure) {
        for batch in batches.all where batch.standing == .impatient {
            for ticket in queue.withdraw(batch) { finish(ticket, .failed(cause)) }
        }
    }
}

// What is done once a turn, however much happened in it.
extension ConnectionPool {
    func settleSoon() {
        guard !isSettleDue else { return }
        isSettleDue = true
        loop.atEndOfTurn { [self] in
            isSettleDue = false
            settle()
        }
    }

    private func settle() {
        for connection in connections where !connection.unserved.isEmpty { isolateUnserved(by: connection) }
        releaseDueRetries()
        endPatience()
        openConnections()
        tendIsolation()
        noteClosedWindow()
        if !queue.isEmpty {
            for connection in connections where connection.isOpen { connection.session?.sendSoon() }
        }
        setAlarm()
    }

    /// When a request may ask whether an outage is over. Not while one is in flight: its end is what is waited for then.
    private var nextProbeDue: MonotonicTime? {
        queue.isEmpty && isolation.isEmpty || inFlight > 0 ? nil : outage.nextProbe
    }

    /// One timer for all that the pool waits for.
    private func setAlarm() {
        let moments = [schedule.nextDue, nextProbeDue, nextConnectDue, nextIsolatingConnectDue, patienceEnd]
        guard let due = moments.compactMap({ $0 }).min() else { return }
        if let alarm, alarm.due <= due, alarm.due > loop.turnTime { return }
        alarm?.timer.cancel()
        let timer = loop.schedule(after: due.since(.now)) { [weak self] in
            self?.alarm = nil
            self?.settleSoon()
        }
        alarm = (timer, due)
    }
}

extension APNsClientConfiguration {
    var backoff: Backoff { Backoff(first: firstRetryDelay, longest: longestRetryDelay) }
}
