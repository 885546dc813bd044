import CNGHTTP2

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What a server session tells its user, always on the loop's thread.
public protocol ServerSessionHandler: AnyObject {
    /// A request arrived whole. It is gone after the call; it may be answered in it or later, by its stream's number.
    func session(_ session: ServerSession, received request: borrowing ReceivedMessage)

    /// The connection is over, and nothing follows.
    func session(_ session: ServerSession, ended cause: ConnectionEnd)
}

/// A server's end of one HTTP/2 connection over TLS. It lives on its loop's thread, as its handler does.
public final class ServerSession {
    /// The connection's number at its ``Listener``, from 1.
    public let number: Int
    /// The loop that it lives on.
    public let loop: EventLoop

    private let configuration: Configuration
    private var handler: (any ServerSessionHandler)?
    private var connection: Connection?
    private let responseFields = UnsafeMutablePointer<nghttp2_nv>.allocate(capacity: maximumFieldCount)

    /// More fields than any response of this program has.
    private static let maximumFieldCount = 64

    /// How a server session behaves.
    public struct Configuration: Sendable {
        /// How many streams the client may have open at once.
        public var streamLimit: UInt32 = 1_000
        /// The fields of requests that are kept.
        public var requestFields: FieldNames
        /// So many bytes of a request's body are kept; the rest is counted and dropped.
        public var requestBodyLimit = 64 * 1024

        /// The defaults, with the fields of requests that are wanted.
        public init(requestFields: FieldNames) {
            self.requestFields = requestFields
        }
    }

    init(number: Int, configuration: Configuration, on loop: EventLoop) {
        self.number = number
        self.configuration = configuration
        self.loop = loop
    }

    deinit {
        responseFields.deallocate()
    }

    /// Begins the handshake on an accepted descriptor.
    func start(_ descriptor: Int32, tls: TLSContext, handler: any ServerSessionHandler) {
        self.handler = handler
        do throws(TLSFailure) {
            let socket = try TLSSocket(accepting: descriptor, context: tls)
            let connection = Connection(
                socket,
                role: self,
                fieldNames: configuration.requestFields,
                bodyLimit: configuration.requestBodyLimit,
                on: loop
            )
            self.connection = connection
            connection.start()
        } catch {
            connectionEnded(.tls(error))
        }
    }
}

extension ServerSession {
    /// Answers a request at the end of this turn of the loop. A stream that is closed already is left alone.
    ///
    /// `varyingValue` is the value of the response's varying field; ignored when it names none.
    public func respond(to streamID: Int32, with response: PreparedResponse, varyingValue: Span<UInt8>) {
        respond(to: streamID, with: response, varyingValue: varyingValue, bodyLimit: response.message.body.count)
    }

    /// Answers with the first bytes of the body only and then cuts the connection: a fault to test clients with.
    public func respondInPart(
        to streamID: Int32,
        with response: PreparedResponse,
        varyingValue: Span<UInt8>,
        bodyByteCount: Int
    ) {
        let limit = min(bodyByteCount, response.message.body.count)
        respond(to: streamID, with: response, varyingValue: varyingValue, bodyLimit: limit)
        connection?.resetInsteadOfClosing()
        connection?.endWhenSent()
    }

    private func respond(
        to streamID: Int32,
        with response: PreparedResponse,
        varyingValue: Span<UInt8>,
        bodyLimit: Int
    ) {
        guard let connection, let handle = connection.handle, let slot = connection.slot(of: streamID),
            slot.pointee.sending == nil
        else { return }
        let message = response.message
        slot.pointee.sending = Unmanaged.passRetained(message)
        slot.pointee.bodySendLimit = bodyLimit
        varyingValue.withUnsafeBufferPointer { value in
            var provider = nghttp2_data_provider(
                source: nghttp2_data_source(ptr: slot),
                read_callback: SessionCallbacks.readBody
            )
            let fields = fields(of: response, varyingValue: value)
            if message.body.isEmpty {
                nghttp2_submit_response(handle, streamID, fields, message.fields.count, nil)
            } else {
                nghttp2_submit_response(handle, streamID, fields, message.fields.count, &provider)
            }
        }
        connection.flushSoon()
    }

    private func fields(
        of response: PreparedResponse,
        varyingValue: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<nghttp2_nv>? {
        let fields = response.message.fields
        guard response.hasVaryingField, let source = fields.baseAddress else { return fields.baseAddress }
        precondition(fields.count <= Self.maximumFieldCount, "A response has at most \(Self.maximumFieldCount) fields.")
        responseFields.update(from: source, count: fields.count)
        // The caller's bytes may be gone, or moved, by the time of sending: nghttp2 copies these.
        responseFields[fields.count - 1].flags &= ~UInt8(NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue)
        responseFields[fields.count - 1].value = UnsafeMutablePointer(mutating: varyingValue.baseAddress)
        responseFields[fields.count - 1].valuelen = varyingValue.count
        return responseFields
    }

    /// Resets a stream.
    public func reset(_ streamID: Int32, code: HTTP2ErrorCode) {
        connection?.reset(streamID, code: code)
    }

    /// Announces that no stream above `lastStreamID` is, or will be, processed; without one, that what has arrived is.
    /// The connection ends when what is open has been answered.
    public func goAway(lastStreamID: Int32? = nil, code: HTTP2ErrorCode = .noError, debugData: [UInt8] = []) {
        guard let connection, let handle = connection.handle else { return }
        let last = lastStreamID ?? nghttp2_session_get_last_proc_stream_id(handle)
        nghttp2_submit_goaway(
            handle,
            UInt8(NGHTTP2_FLAG_NONE.rawValue),
            last,
            code.rawValue,
            debugData,
            debugData.count
        )
        connection.flushSoon()
    }

    /// Changes how many streams the client may have open at once.
    public func setStreamLimit(_ limit: UInt32) {
        connection?.submit(
            settings: [
                nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                    value: limit
                )
            ],
            connectionWindow: nil
        )
    }

    /// Cuts the connection: the client sees a reset.
    public func drop() {
        connection?.resetInsteadOfClosing()
        connection?.end(.closed)
    }

    /// Closes the connection in order, answered or not.
    public func close() {
        connection?.end(.closed)
    }
}

extension ServerSession: ConnectionRole {
    func connectionEstablished() {
        connection?.become(NGHTTP2Session.server)
        connection?.submit(
            settings: [
                nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                    value: configuration.streamLimit
                ),
                nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                    value: FlowWindow.stream
                ),
            ],
            connectionWindow: FlowWindow.connection
        )
    }

    func streamBegan(streamID: Int32) -> Bool {
        guard let connection, let handle = connection.handle else { return false }
        let slot = connection.streams.open()
        slot.pointee.streamID = streamID
        slot.pointee.begun = loop.turnTime
        guard nghttp2_session_set_stream_user_data(handle, streamID, slot) == 0 else {
            connection.streams.close(slot)
            return false
        }
        return true
    }

    func messageArrived(_ slot: StreamTable.Slot) {
        guard slot.pointee.sending == nil else { return }
        handler?.session(
            self,
            received: ReceivedMessage(slot, fieldCount: configuration.requestFields.names.count)
        )
    }

    func streamEnded(_ slot: StreamTable.Slot, code: HTTP2ErrorCode) {}
    func settingsArrived() {}
    func goAwayArrived(_ goAway: GoAway) {}
    func prepareToSend() {}

    func connectionEnded(_ cause: ConnectionEnd) {
        let handler = handler
        self.handler = nil
        connection = nil
        handler?.session(self, ended: cause)
    }
}
