import HTTP2

/// One client's connection: each request is checked, meets the rules, and is answered.
final class SimulatorConnection: ServerSessionHandler {
    let session: ServerSession
    private let lane: Lane
    private let fullStreamLimit: UInt32?
    private var memory = ProviderTokenMemory()
    /// Streams above it are not processed any more, since a GOAWAY.
    private var lastStreamID = Int32.max
    private var identifierText: [UInt8] = []

    /// A connection that, after its first good provider token, raises its stream limit, if it is told to what.
    init(_ session: ServerSession, lane: Lane, raisingStreamLimitTo limit: UInt32?) {
        self.session = session
        self.lane = lane
        fullStreamLimit = limit
        lane.open(self, of: session)
    }

    func session(_ session: ServerSession, received request: borrowing ReceivedMessage) {
        guard request.streamID <= lastStreamID else { return }
        lane.counts.requests += 1
        lane.handInSoon()
        if let fault = fault(of: request) {
            return refuse(request, with: AnswerBook.refusal(fault), reason: fault, after: lane.latency)
        }
        let path = request.value(of: RequestField.path)
        if let path,
            let verdict = lane.shared.verdict(
                onToken: path.extracting(droppingFirst: RequestField.tokenStart),
                connection: session.number,
                at: lane.date
            )
        {
            return carryOut(verdict, on: request)
        }
        accept(request, after: lane.latency)
    }

    func session(_ session: ServerSession, ended cause: ConnectionEnd) {
        lane.close(session)
    }

    private func fault(of request: borrowing ReceivedMessage) -> APNsReason? {
        guard let check = lane.check else { return nil }
        let wasNew = !memory.hasAccepted
        let fault = check.fault(of: request, memory: &memory, now: lane.date)
        if wasNew, memory.hasAccepted, let fullStreamLimit { session.setStreamLimit(fullStreamLimit) }
        return fault
    }

    private func carryOut(_ verdict: RuleBook.Verdict, on request: borrowing ReceivedMessage) {
        let delay = lane.latency + verdict.delay
        switch verdict.action {
        case .ordinary: accept(request, after: delay)
        case .answer(let response, let status, let reason):
            if status == 200 {
                accept(request, with: response, after: delay)
            } else {
                refuse(request, with: response, reason: reason, after: delay)
            }
        case .reset(let code):
            lane.counts.unanswered += 1
            session.reset(request.streamID, code: code)
        case .goAway(let last, let debugData): goAway(last, debugData, on: request, delay: delay)
        case .drop:
            lane.counts.unanswered += 1
            session.drop()
        case .dropInAnswer: dropInAnswer(request)
        case .silence: lane.counts.unanswered += 1
        case .streamLimit(let limit):
            session.setStreamLimit(limit)
            accept(request, after: delay)
        }
    }

    private func goAway(
        _ last: SimulatorRule.LastStream,
        _ debugData: [UInt8],
        on request: borrowing ReceivedMessage,
        delay: Duration
    ) {
        lastStreamID =
            switch last {
            case .none: 0
            case .before: request.streamID - 2
            case .this: request.streamID
            case .number(let number): number
            }
        session.goAway(lastStreamID: max(0, lastStreamID), debugData: debugData)
        if request.streamID <= lastStreamID {
            accept(request, after: delay)
        } else {
            lane.counts.unanswered += 1
        }
    }

    /// Cut off with the fields and half of the body under way; the client cannot know, and this counts as accepted.
    private func dropInAnswer(_ request: borrowing ReceivedMessage) {
        lane.counts.unanswered += 1
        let response = AnswerBook.answer(status: 200, body: Array(repeating: UInt8(ascii: " "), count: 64))
        let text = text(of: identifier(of: request))
        lane.accept(request, identifier: text.span, connection: session.number)
        session.respondInPart(to: request.streamID, with: response, varyingValue: text.span, bodyByteCount: 32)
    }
}

// Answers.
extension SimulatorConnection {
    private func accept(
        _ request: borrowing ReceivedMessage,
        with response: PreparedResponse = AnswerBook.accepted,
        after delay: Duration
    ) {
        let identifier = identifier(of: request)
        let text = text(of: identifier)
        lane.accept(request, identifier: text.span, connection: session.number)
        if delay == .zero {
            session.respond(to: request.streamID, with: response, varyingValue: text.span)
        } else {
            lane.delay(response, by: delay, to: request.streamID, of: self, identifier: identifier)
        }
    }

    private func refuse(
        _ request: borrowing ReceivedMessage,
        with response: PreparedResponse,
        reason: APNsReason?,
        after delay: Duration
    ) {
        lane.counts.countRefusal(reason)
        let identifier = identifier(of: request)
        if delay == .zero {
            answer(request.streamID, with: response, identifier: identifier)
        } else {
            lane.delay(response, by: delay, to: request.streamID, of: self, identifier: identifier)
        }
    }

    /// Answers with the notification's identifier, as every answer of Apple's bears it.
    func answer(_ streamID: Int32, with response: PreparedResponse, identifier: NotificationID) {
        let text = text(of: identifier)
        session.respond(to: streamID, with: response, varyingValue: text.span)
    }

    /// The client's own identifier, or a new one where it sent none that is a UUID.
    private func identifier(of request: borrowing ReceivedMessage) -> NotificationID {
        if let text = request.value(of: RequestField.identifier), let identifier = NotificationID(text) {
            return identifier
        }
        return NotificationID(randomBits: &lane.generator)
    }

    /// The identifier's text, in memory that the next one takes over.
    private func text(of identifier: NotificationID) -> [UInt8] {
        identifierText.removeAll(keepingCapacity: true)
        identifier.append(to: &identifierText)
        return identifierText
    }
}
