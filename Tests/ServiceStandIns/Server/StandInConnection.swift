import HTTP2

/// One client's connection to a stand-in. It lives on the server's loop.
final class StandInConnection: ServerSessionHandler {
    private let session: ServerSession
    private let state: StandInServer.State
    /// Streams above it are not looked at any more, since a GOAWAY.
    private var lastStreamID = Int32.max
    private var heldCount = 0

    init(_ session: ServerSession, state: StandInServer.State) {
        self.session = session
        self.state = state
        let bound = LoopBound(session, on: session.loop)
        state.sessions.withLock { $0[session.number] = bound }
    }

    func session(_ session: ServerSession, received message: borrowing ReceivedMessage) {
        let streamID = message.streamID
        guard streamID <= lastStreamID else { return }
        let request = StandInRequest(message, connection: session.number)
        if state.isRemembering { state.requests.withLock { $0.append(request) } }
        let script = state.script.withLock { $0 }
        carryOut(script(request), on: streamID)
        if state.isRemembering { state.arrival.yield(request) }
    }

    func session(_ session: ServerSession, ended cause: ConnectionEnd) {
        state.sessions.withLock { $0[session.number] = nil }
    }

    private func carryOut(_ reply: StandInReply, on streamID: Int32) {
        switch reply {
        case .answer(let status, let fields, let body):
            answer(streamID, PreparedResponse(status: status, fields: fields, body: body))
        case .hold:
            heldCount += 1
            state.greatestLoad.withLock { $0 = max($0, heldCount) }
            let bound = LoopBound(self, on: session.loop)
            state.held.withLock { $0.append { bound.value.answerHeld(streamID) } }
        case .silence: break
        case .reset(let code): session.reset(streamID, code: code)
        case .goAway(let debugData):
            lastStreamID = streamID - 2
            session.goAway(lastStreamID: max(0, lastStreamID), debugData: Array(debugData.utf8))
        case .drop: session.drop()
        case .dropInAnswer:
            let response = PreparedResponse(status: 200, body: Array(repeating: UInt8(ascii: " "), count: 64))
            let none: [UInt8] = []
            session.respondInPart(to: streamID, with: response, varyingValue: none.span, bodyByteCount: 32)
        }
    }

    private func answerHeld(_ streamID: Int32) {
        heldCount -= 1
        answer(streamID, PreparedResponse(status: 200))
    }

    private func answer(_ streamID: Int32, _ response: PreparedResponse) {
        let none: [UInt8] = []
        session.respond(to: streamID, with: response, varyingValue: none.span)
    }
}
