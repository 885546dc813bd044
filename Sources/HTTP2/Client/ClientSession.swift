import CNGHTTP2

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client's end of one HTTP/2 connection over TLS.
///
/// It lives on its loop's thread: it is made there, used there, and calls its handler there. It holds the handler until it
/// ends, and the loop holds the session.
///
/// Source: RFC 9113.
public final class ClientSession {
    /// Where the session connects to.
    public let endpoint: Endpoint
    /// What the session was made with.
    public let configuration: Configuration
    /// The other end's limit of streams, live, or the configuration's where that is lower; 0 before the session opened.
    public private(set) var streamLimit = 0
    /// Whether the other end takes no more requests.
    public private(set) var isGoingAway = false
    /// Whether the connection stands and its end has not come.
    public private(set) var isOpen = false

    private let loop: EventLoop
    private let tls: TLSContext
    private var handler: (any ClientSessionHandler)?
    private var connector: Connector?
    private var connection: Connection?
    private var connectDeadline: LoopTimer?
    private var patrol: LoopTimer?
    private var isPinging = false
    private var lastProcessedStreamID = Int32.max
    private let requestFields = UnsafeMutablePointer<nghttp2_nv>.allocate(capacity: maximumFieldCount)

    /// More fields than any request of this program has.
    private static let maximumFieldCount = 64

    /// Begins to connect. On the loop's thread.
    public init(
        to endpoint: Endpoint,
        tls: TLSContext,
        configuration: Configuration,
        on loop: EventLoop,
        handler: any ClientSessionHandler
    ) {
        loop.preconditionOnLoop()
        self.endpoint = endpoint
        self.tls = tls
        self.configuration = configuration
        self.loop = loop
        self.handler = handler
        connectDeadline = loop.schedule(after: configuration.connectTimeout) { [self] in giveUpConnecting() }
        let connector = Connector(to: endpoint, on: loop) { [self] in connected($0) }
        self.connector = connector
        connector.start()
    }

    deinit {
        requestFields.deallocate()
    }

    /// How many requests wait for their answers.
    public var openStreamCount: Int { connection?.streams.openCount ?? 0 }

    /// How many requests may be submitted now.
    public var room: Int { isOpen && !isGoingAway ? max(0, streamLimit - openStreamCount) : 0 }
}

extension ClientSession {
    /// Sends a request at the end of this turn of the loop.
    ///
    /// - Parameters:
    ///   - request: what it has in common with others.
    ///   - pathSuffix: what its path has behind the common prefix.
    ///   - varyingValue: the value of the request's varying field; ignored when it names none.
    ///   - tag: the caller's name for the request, given back with the answer.
    /// - Returns: the stream's number, or nothing when there is no ``room``.
    public func submit(
        _ request: PreparedRequest,
        pathSuffix: Span<UInt8>,
        varyingValue: Span<UInt8>,
        tag: UInt64
    ) -> Int32? {
        guard room > 0, let connection, let handle = connection.handle else { return nil }
        let slot = connection.streams.open()
        let message = request.message
        slot.pointee.tag = tag
        slot.pointee.begun = loop.turnTime
        slot.pointee.bodySendLimit = message.body.count
        slot.pointee.hasBegunToSend = message.body.isEmpty
        slot.pointee.sending = Unmanaged.passRetained(message)
        layOut(request, pathSuffix, varyingValue, in: slot)
        var provider = nghttp2_data_provider(
            source: nghttp2_data_source(ptr: slot),
            read_callback: SessionCallbacks.readBody
        )
        let streamID =
            message.body.isEmpty
            ? nghttp2_submit_request(handle, nil, requestFields, message.fields.count, nil, slot)
            : nghttp2_submit_request(handle, nil, requestFields, message.fields.count, &provider, slot)
        guard streamID > 0 else {
            connection.streams.close(slot)
            // The numbers of streams are used up (RFC 9113, section 5.1.1): what is open is still answered.
            isGoingAway = true
            connection.flushSoon()
            return nil
        }
        slot.pointee.streamID = streamID
        connection.flushSoon()
        return streamID
    }

    /// Forgets a request; its handler hears no more of it.
    public func cancel(streamID: Int32) {
        guard let connection, let slot = connection.slot(of: streamID) else { return }
        slot.pointee.isReported = true
        connection.reset(streamID, code: .cancel)
    }

    /// Has ``ClientSessionHandler/session(_:canSend:)`` called at the end of this turn, if there is room.
    public func sendSoon() {
        connection?.flushSoon()
    }

    /// Takes no more requests, and ends when those under way are answered.
    public func closeWhenAnswered() {
        isGoingAway = true
        if connection == nil { return endBeforeConnection(.closed) }
        connection?.flushSoon()
    }

    /// Ends now; requests under way are lost.
    public func close() {
        if let connection { connection.end(.closed) } else { endBeforeConnection(.closed) }
    }

    /// Lays the request's fields out, its own values in the slot's memory, which holds them until they are sent.
    private func layOut(
        _ request: PreparedRequest,
        _ pathSuffix: Span<UInt8>,
        _ varyingValue: Span<UInt8>,
        in slot: StreamTable.Slot
    ) {
        let fields = request.message.fields
        precondition(fields.count <= Self.maximumFieldCount, "A request has at most \(Self.maximumFieldCount) fields.")
        guard let source = fields.baseAddress else { return }
        requestFields.update(from: source, count: fields.count)
        slot.pointee.append(request.pathPrefix.span)
        slot.pointee.append(pathSuffix)
        let pathCount = slot.pointee.count
        if request.hasVaryingField { slot.pointee.append(varyingValue) }
        requestFields[PreparedRequest.pathIndex].value = slot.pointee.bytes
        requestFields[PreparedRequest.pathIndex].valuelen = pathCount
        if request.hasVaryingField {
            requestFields[fields.count - 1].value = slot.pointee.bytes + pathCount
            requestFields[fields.count - 1].valuelen = slot.pointee.count - pathCount
        }
    }
}

// Connecting.
extension ClientSession {
    private func connected(_ result: Result<Int32, ConnectionEnd>) {
        connector = nil
        switch result {
        case .failure(let cause): endBeforeConnection(cause)
        case .success(let descriptor):
            do throws(TLSFailure) {
                let socket = try TLSSocket(connecting: descriptor, to: endpoint.host, context: tls)
                let connection = Connection(
                    socket,
                    role: self,
                    fieldNames: configuration.responseFields,
                    bodyLimit: configuration.responseBodyLimit,
                    on: loop
                )
                self.connection = connection
                connection.start()
            } catch {
                endBeforeConnection(.tls(error))
            }
        }
    }

    private func giveUpConnecting() {
        guard !isOpen else { return }
        if let connection {
            let phase: ConnectionEnd.Phase = connection.handle == nil ? .handshake : .settings
            connection.end(.timedOut(endpoint, during: phase))
        } else {
            endBeforeConnection(.timedOut(endpoint, during: connector?.phase ?? .connecting))
        }
    }

    private func endBeforeConnection(_ cause: ConnectionEnd) {
        connector?.cancel()
        connector = nil
        connectionEnded(cause)
    }
}

// What happens while it stands.
extension ClientSession: ConnectionRole {
    func connectionEstablished() {
        connection?.become(NGHTTP2Session.client)
        connection?.submit(
            settings: [
                nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
                nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                    value: FlowWindow.stream
                ),
            ],
            connectionWindow: FlowWindow.connection
        )
    }

    func streamBegan(streamID: Int32) -> Bool { false }

    func settingsArrived() {
        guard let handle = connection?.handle else { return }
        let limit = nghttp2_session_get_remote_settings(handle, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        let before = streamLimit
        streamLimit = min(Int(limit), configuration.maximumStreams)
        if !isOpen {
            isOpen = true
            connectDeadline?.cancel()
            connectDeadline = nil
            startPatrol()
            handler?.sessionOpened(self)
        } else if before != streamLimit {
            handler?.session(self, changedStreamLimit: streamLimit)
        }
    }

    func messageArrived(_ slot: StreamTable.Slot) {
        guard !slot.pointee.isReported else { return }
        slot.pointee.isReported = true
        handler?.session(
            self,
            answered: slot.pointee.tag,
            with: ReceivedMessage(slot, fieldCount: configuration.responseFields.names.count)
        )
        // Whoever answers before it has read the request does not want the rest of it.
        if slot.pointee.bodySentCount < slot.pointee.bodySendLimit {
            connection?.reset(slot.pointee.streamID, code: .cancel)
        }
    }

    func streamEnded(_ slot: StreamTable.Slot, code: HTTP2ErrorCode) {
        // What the handler hears now about its requests, it should not take for the word of a server that is there.
        if connection?.isOver == true { isOpen = false }
        guard !slot.pointee.isReported else { return }
        let isUnprocessed = !slot.pointee.hasBegunToSend || slot.pointee.streamID > lastProcessedStreamID
        let loss: StreamLoss =
            if code == .refusedStream || isUnprocessed { .unprocessed } else if connection?.isOver == true {
                .connectionLost
            } else { .reset(code) }
        handler?.session(self, lost: slot.pointee.tag, to: loss)
    }

    func goAwayArrived(_ goAway: GoAway) {
        isGoingAway = true
        lastProcessedStreamID = min(lastProcessedStreamID, goAway.lastStreamID)
        handler?.session(self, isGoingAway: goAway)
    }

    func prepareToSend() {
        let room = room
        if room > 0 { handler?.session(self, canSend: room) }
        if isGoingAway, isOpen, openStreamCount == 0 { connection?.endWhenSent() }
    }

    func connectionEnded(_ cause: ConnectionEnd) {
        isOpen = false
        connectDeadline?.cancel()
        patrol?.cancel()
        let handler = handler
        self.handler = nil
        connection = nil
        handler?.session(self, ended: cause)
    }
}

// Deadlines.
extension ClientSession {
    /// Looks at intervals for requests past their deadline and for a connection gone silent: one timer for all of them.
    private func startPatrol() {
        patrol = loop.schedule(after: configuration.patrolInterval) { [self] in
            cancelOverdueRequests()
            pingIfSilent()
            if isOpen { startPatrol() }
        }
    }

    private func cancelOverdueRequests() {
        guard let connection else { return }
        let timeout = configuration.requestTimeout
        var next = connection.streams.oldest
        while let slot = next, loop.turnTime.since(slot.pointee.begun) >= timeout {
            next = slot.pointee.newer
            guard !slot.pointee.isReported else { continue }
            slot.pointee.isReported = true
            connection.reset(slot.pointee.streamID, code: .cancel)
            handler?.session(self, lost: slot.pointee.tag, to: .timedOut)
        }
    }

    private func pingIfSilent() {
        let patience = openStreamCount > 0 ? configuration.pingAfterSilence : configuration.pingWhenIdle
        guard let connection, !isPinging, loop.turnTime.since(connection.lastArrival) >= patience else { return }
        isPinging = true
        let deadline = loop.schedule(after: configuration.pingTimeout) { [weak connection] in
            connection?.end(.stalled)
        }
        connection.ping { [weak self] in
            deadline.cancel()
            self?.isPinging = false
        }
    }
}
