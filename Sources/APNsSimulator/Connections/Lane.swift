import Foundation
import HTTP2

/// What the connections of one loop share: the books that they keep during a turn and hand in at its end, before any
/// answer leaves; and the answers that wait.
final class Lane {
    let loop: EventLoop
    let check: RequestCheck?
    let latency: Duration
    let shared: SharedState
    var counts = SimulatorCounts()
    var generator: SeededGenerator
    private(set) var connections: [ObjectIdentifier: SimulatorConnection] = [:]
    private var writer = DeliveryWriter()
    private var remembered: [Delivery] = []
    private var delays = DelayQueue()
    private var delayOrder: UInt64 = 0
    private var timer: LoopTimer?
    private var timerDue: MonotonicTime?
    private var isHandingIn = false
    private var turn = MonotonicTime(nanoseconds: 0)
    private var turnDate = Date.distantPast
    private let now: @Sendable () -> Date

    init(_ configuration: SimulatorConfiguration, number: Int, shared: SharedState, on loop: EventLoop) {
        self.loop = loop
        self.shared = shared
        check = configuration.isChecking ? RequestCheck(configuration) : nil
        latency = configuration.latency
        generator = SeededGenerator(seed: configuration.rules.seed &+ UInt64(number))
        now = configuration.now
    }

    /// The time of the present turn of the loop.
    var date: Date {
        if turn != loop.turnTime {
            turn = loop.turnTime
            turnDate = now()
        }
        return turnDate
    }

    func open(_ connection: SimulatorConnection, of session: ServerSession) {
        connections[ObjectIdentifier(session)] = connection
        counts.connections += 1
        handInSoon()
    }

    func close(_ session: ServerSession) {
        connections[ObjectIdentifier(session)] = nil
    }

    /// Has the books handed in at the end of this turn.
    func handInSoon() {
        guard !isHandingIn else { return }
        isHandingIn = true
        loop.atEndOfTurn { [self] in handIn() }
    }

    private func handIn() {
        isHandingIn = false
        shared.add(counts)
        counts = SimulatorCounts()
        if !writer.lines.isEmpty {
            shared.log.write(writer.lines)
            writer.removeAll()
        }
        if !remembered.isEmpty {
            shared.log.remember(remembered)
            remembered.removeAll(keepingCapacity: true)
        }
    }

    /// Books an accepted notification.
    func accept(_ request: borrowing ReceivedMessage, identifier: Span<UInt8>, connection: Int) {
        counts.accepted += 1
        if shared.log.isWritten {
            writer.append(request, identifier: identifier, connection: connection, time: date)
        }
        if shared.log.isRemembering {
            remembered.append(Delivery(request, identifier: identifier, connection: connection, time: date))
        }
    }

    /// Has an answer given later.
    func delay(
        _ response: PreparedResponse,
        by delay: Duration,
        to streamID: Int32,
        of connection: SimulatorConnection,
        identifier: NotificationID
    ) {
        delayOrder += 1
        delays.insert(
            DelayQueue.Entry(
                due: loop.turnTime.advanced(by: delay),
                order: delayOrder,
                connection: connection,
                streamID: streamID,
                response: response,
                identifier: identifier
            )
        )
        setTimer()
    }

    private func setTimer() {
        guard let earliest = delays.earliest else { return }
        if let timerDue, timerDue <= earliest { return }
        timer?.cancel()
        timerDue = earliest
        timer = loop.schedule(after: earliest.since(.now)) { [self] in
            timerDue = nil
            answerWhatIsDue()
        }
    }

    private func answerWhatIsDue() {
        while let entry = delays.popDue(by: loop.turnTime) {
            entry.connection.answer(entry.streamID, with: entry.response, identifier: entry.identifier)
        }
        setTimer()
    }

    func stop() {
        timer?.cancel()
        delays.removeAll()
        for connection in connections.values { connection.session.drop() }
    }
}

extension Delivery {
    init(_ request: borrowing ReceivedMessage, identifier: Span<UInt8>, connection: Int, time: Date) {
        token = String((request.text(of: RequestField.path) ?? "").dropFirst(RequestField.tokenStart))
        topic = request.text(of: RequestField.topic) ?? ""
        apnsID = identifier.text()
        collapseID = request.text(of: RequestField.collapseID)
        pushType = request.text(of: RequestField.pushType)
        priority = request.value(of: RequestField.priority)?.wholeNumber().map { Int($0) }
        expiration = request.value(of: RequestField.expiration)?.wholeNumber()
        payload = request.body.text()
        self.time = time
        self.connection = connection
    }
}
