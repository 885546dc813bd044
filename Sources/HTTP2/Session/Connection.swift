import CNGHTTP2

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One TLS connection that speaks HTTP/2, at either end: bytes in, frames, messages, frames, bytes out.
///
/// A turn of the loop reads what there is (`ready`), which calls the role back; then `flush` lets the role add to the
/// output and writes it. The connection ends in `flush` only, never inside a callback of nghttp2.
final class Connection: LoopSource {
    let loop: EventLoop
    private(set) var role: (any ConnectionRole)?
    var streams: StreamTable
    /// Why nghttp2 refused what the other end sent.
    var violation: String?
    /// When the last bytes came.
    private(set) var lastArrival: MonotonicTime

    private let fieldNames: FieldNames
    private let bodyLimit: Int
    private var socket: TLSSocket?
    private var session: NGHTTP2Session?
    private var output = OutputBuffer()
    private var registration: LoopRegistration?
    private var isEstablished = false
    private var isClosingWhenSent = false
    private var isEndingInOrder = false
    private var isCut = false
    private var pendingEnd: ConnectionEnd?
    private var pingWaiting: (() -> Void)?
    /// The slot of the last frame, whose stream the next callback most likely is about.
    private var currentSlot: StreamTable.Slot?

    /// So many TLS records are read in one turn before output and other connections have their turn.
    private static let recordsPerTurn = 16

    init(
        _ socket: consuming TLSSocket,
        role: any ConnectionRole,
        fieldNames: FieldNames,
        bodyLimit: Int,
        on loop: EventLoop
    ) {
        self.loop = loop
        self.role = role
        self.fieldNames = fieldNames
        self.bodyLimit = bodyLimit
        streams = StreamTable(fieldCount: fieldNames.names.count)
        lastArrival = loop.turnTime
        let descriptor = socket.descriptor
        self.socket = consume socket
        registration = loop.add(self, descriptor: descriptor, events: POLLIN)
    }

    /// Begins the handshake, once the role holds the connection.
    func start() {
        shakeHands()
    }

    /// nghttp2's session while the connection stands.
    var handle: OpaquePointer? { session?.pointer }

    var isOver: Bool { registration == nil || pendingEnd != nil }

    func become(_ make: (UnsafeMutableRawPointer) -> NGHTTP2Session) {
        session = make(Unmanaged.passUnretained(self).toOpaque())
    }

    func ready(_ events: Int16) {
        guard pendingEnd == nil else { return }
        if isEstablished { receive() } else { shakeHands() }
        flushSoon()
    }

    /// Has output written at the end of this turn.
    func flushSoon() {
        if let registration { loop.flushAtEndOfTurn(registration) }
    }

    /// Ends the connection at the end of this turn.
    func end(_ cause: ConnectionEnd) {
        if pendingEnd == nil { pendingEnd = cause }
        if cause == .closed { isEndingInOrder = true }
        flushSoon()
    }

    /// Ends the connection as soon as everything that is due has been written.
    func endWhenSent() {
        isClosingWhenSent = true
        flushSoon()
    }

    /// Has the connection's end reach the other side as a reset.
    func resetInsteadOfClosing() {
        isCut = true
        if let descriptor = socket?.descriptor { SocketOptions.resetOnClose(descriptor) }
    }
}

// Bytes.
extension Connection {
    private func shakeHands() {
        switch socket?.handshake() {
        case .done:
            isEstablished = true
            lastArrival = loop.turnTime
            role?.connectionEstablished()
            watch(POLLIN)
            // What the other end sent along with its last handshake message may be in OpenSSL's hands already.
            receive()
            flushSoon()
        case .wantsRead: watch(POLLIN)
        case .wantsWrite: watch(POLLOUT)
        case .over(let cause): end(cause)
        case nil: break
        }
    }

    private func receive() {
        let buffer = loop.readBuffer
        for _ in 0..<Self.recordsPerTurn {
            switch socket?.read(into: buffer) {
            case .done(let count):
                lastArrival = loop.turnTime
                guard take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
            case .over(let cause):
                end(violation.map { .protocolViolation($0) } ?? cause)
                return
            case .wantsRead, .wantsWrite, nil: return
            }
        }
        if let registration { loop.readAgain(registration) }
    }

    /// Hands bytes to nghttp2, which calls back for what they mean.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let handle else { return false }
        let result = nghttp2_session_mem_recv(
            handle,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            bytes.count
        )
        guard result < 0 else { return pendingEnd == nil }
        end(.protocolViolation(String(cString: nghttp2_strerror(Int32(clamping: result)))))
        return false
    }

    func flush() {
        if pendingEnd == nil, isEstablished {
            role?.prepareToSend()
            send()
        }
        if let pendingEnd { finish(pendingEnd) }
    }

    func loopStops() {
        // Nobody would be there to linger.
        isCut = true
        finish(.closed)
    }

    private func send() {
        while gather() {
            switch socket?.write(output.record) {
            case .done(let count): output.consume(count)
            case .wantsWrite: return watch(POLLIN | POLLOUT)
            case .wantsRead, nil: return
            case .over(let cause): return end(cause)
            }
        }
        watch(POLLIN)
        endIfNothingIsLeft()
    }

    /// Gathers frames from nghttp2 into the output; false when there is nothing to write.
    private func gather() -> Bool {
        guard let handle else { return false }
        if output.wantsMore { output.makeRoom() }
        while output.wantsMore {
            var frames: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(handle, &frames)
            guard count >= 0 else {
                end(.protocolViolation(String(cString: nghttp2_strerror(Int32(clamping: count)))))
                return false
            }
            guard count > 0, let frames else { break }
            output.append(frames, count: count)
        }
        return !output.isEmpty
    }

    private func endIfNothingIsLeft() {
        guard let handle, pendingEnd == nil else { return }
        isEndingInOrder = true
        if isClosingWhenSent {
            end(.closed)
        } else if nghttp2_session_want_read(handle) == 0, nghttp2_session_want_write(handle) == 0 {
            end(violation.map { .protocolViolation($0) } ?? .closedByPeer)
        }
    }

    private func watch(_ events: Int32) {
        if let registration { loop.setEvents(events, of: registration) }
    }

    private func finish(_ cause: ConnectionEnd) {
        guard let registration else { return }
        self.registration = nil
        loop.remove(registration)
        let role = role
        self.role = nil
        while let slot = streams.oldest {
            role?.streamEnded(slot, code: .internalError)
            streams.close(slot)
        }
        session = nil
        if let socket = socket.take(), isEstablished, isEndingInOrder, !isCut {
            LingeringSocket(socket, on: loop).start()
        }
        pingWaiting = nil
        role?.connectionEnded(cause)
    }
}

// What nghttp2 calls back for.
extension Connection {
    func headersBegin(streamID: Int32) -> Int32 {
        if let slot = slot(of: streamID) {
            // A response, or the final one after an informational one. Its bytes take the place of the request's, which
            // have been sent, for nobody answers before.
            if slot.pointee.sending != nil, slot.pointee.bodyReceivedCount == 0 { slot.pointee.count = 0 }
            return 0
        }
        return role?.streamBegan(streamID: streamID) == true
            ? 0 : Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }

    func headerArrived(streamID: Int32, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        guard let slot = slot(of: streamID), let nameStart = name.baseAddress, let valueStart = value.baseAddress,
            slot.pointee.bodyReceivedCount == 0
        else { return }
        if name.count == 7, nameStart[1] == UInt8(ascii: "s"), nameStart[2] == UInt8(ascii: "t"),
            nameStart[0] == UInt8(ascii: ":")
        {
            slot.pointee.status = value.reduce(0) { $0 &* 10 &+ Int32($1 &- UInt8(ascii: "0")) }
            return
        }
        let index = fieldNames.index(of: nameStart, count: name.count)
        guard index >= 0 else { return }
        slot.pointee.fields[index].occurrences += 1
        guard slot.pointee.fields[index].occurrences == 1 else { return }
        slot.pointee.fields[index].start = UInt32(slot.pointee.count)
        slot.pointee.fields[index].count = UInt32(value.count)
        slot.pointee.append(valueStart, count: value.count)
    }

    func dataArrived(streamID: Int32, _ data: UnsafePointer<UInt8>, count: Int) {
        guard let slot = slot(of: streamID) else { return }
        if slot.pointee.bodyReceivedCount == 0 { slot.pointee.bodyStart = slot.pointee.count }
        slot.pointee.bodyReceivedCount += count
        let kept = slot.pointee.count - slot.pointee.bodyStart
        slot.pointee.append(data, count: min(count, bodyLimit - kept))
    }

    func frameArrived(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = frame.pointee.hd
        switch UInt32(header.type) {
        case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue:
            guard header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0, let slot = slot(of: header.stream_id)
            else { return }
            if slot.pointee.bodyReceivedCount == 0 { slot.pointee.bodyStart = slot.pointee.count }
            slot.pointee.hasReceivedEnd = true
            role?.messageArrived(slot)
        case NGHTTP2_SETTINGS.rawValue where header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0:
            role?.settingsArrived()
        case NGHTTP2_PING.rawValue where header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0:
            let answer = pingWaiting
            pingWaiting = nil
            answer?()
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = frame.pointee.goaway
            role?.goAwayArrived(
                GoAway(
                    lastStreamID: goAway.last_stream_id,
                    code: HTTP2ErrorCode(rawValue: goAway.error_code),
                    debugData: Array(UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len))
                )
            )
        default: break
        }
    }

    func streamClosed(streamID: Int32, code: HTTP2ErrorCode) {
        guard let slot = slot(of: streamID) else { return }
        currentSlot = nil
        role?.streamEnded(slot, code: code)
        streams.close(slot)
        // A reset closes its stream while output is being written, and the role may have waited for the last one.
        if streams.openCount == 0 { flushSoon() }
    }

    func sendData(_ slot: StreamTable.Slot, header: UnsafePointer<UInt8>, count: Int) -> Int32 {
        guard output.hasRoom(for: Self.frameHeaderByteCount + count) else {
            return Int32(NGHTTP2_ERR_WOULDBLOCK.rawValue)
        }
        output.append(header, count: Self.frameHeaderByteCount)
        slot.pointee.sending?._withUnsafeGuaranteedRef { message in
            guard let body = message.body.baseAddress else { return }
            output.append(body + slot.pointee.bodySentCount, count: count)
        }
        slot.pointee.bodySentCount += count
        return 0
    }

    /// RFC 9113, section 4.1.
    private static let frameHeaderByteCount = 9

    @inline(__always)
    func slot(of streamID: Int32) -> StreamTable.Slot? {
        if let currentSlot, currentSlot.pointee.streamID == streamID, currentSlot.pointee.isOpen { return currentSlot }
        guard let handle, let found = nghttp2_session_get_stream_user_data(handle, streamID) else { return nil }
        let slot = found.assumingMemoryBound(to: StreamSlot.self)
        currentSlot = slot
        return slot
    }
}

// What both ends may ask for.
extension Connection {
    /// Sends PING and calls back when it is answered; a later ping takes an unanswered one's place.
    func ping(_ answered: @escaping () -> Void) {
        guard let handle else { return }
        pingWaiting = answered
        nghttp2_submit_ping(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
        flushSoon()
    }

    func reset(_ streamID: Int32, code: HTTP2ErrorCode) {
        guard let handle else { return }
        nghttp2_submit_rst_stream(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), streamID, code.rawValue)
        flushSoon()
    }

    /// Sends SETTINGS, and opens the connection's own window, which SETTINGS cannot.
    func submit(settings: [nghttp2_settings_entry], connectionWindow: Int32?) {
        guard let handle else { return }
        nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        if let connectionWindow {
            nghttp2_session_set_local_window_size(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, connectionWindow)
        }
        flushSoon()
    }
}
