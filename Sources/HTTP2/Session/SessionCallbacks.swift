import CNGHTTP2

/// nghttp2's callbacks: each turns C's arguments into one call of ``Connection``, and nothing else.
struct SessionCallbacks: @unchecked Sendable {
    // Sendable because it is made once, never changed and never freed.
    let pointer: OpaquePointer?

    static let shared = SessionCallbacks()

    private init() {
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        pointer = callbacks

        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, user in
            guard let frame else { return 0 }
            return withConnection(user) { $0.headersBegin(streamID: frame.pointee.hd.stream_id) }
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameCount,
            value,
            valueCount,
            _,
            user in
            guard let frame, let name, let value else { return 0 }
            withConnection(user) {
                $0.headerArrived(
                    streamID: frame.pointee.hd.stream_id,
                    name: UnsafeBufferPointer(start: name, count: nameCount),
                    value: UnsafeBufferPointer(start: value, count: valueCount)
                )
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, streamID, data, count, user in
            guard let data else { return 0 }
            withConnection(user) { $0.dataArrived(streamID: streamID, data, count: count) }
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
            guard let frame else { return 0 }
            withConnection(user) { $0.frameArrived(frame) }
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, streamID, code, user in
            withConnection(user) { $0.streamClosed(streamID: streamID, code: HTTP2ErrorCode(rawValue: code)) }
            return 0
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, code, user in
            withConnection(user) { $0.violation = String(cString: nghttp2_strerror(code)) }
            return 0
        }
        nghttp2_session_callbacks_set_send_data_callback(callbacks) { _, _, frameHeader, count, source, user in
            guard let frameHeader, let slot = source?.pointee.ptr else { return 0 }
            return withConnection(user) {
                $0.sendData(slot.assumingMemoryBound(to: StreamSlot.self), header: frameHeader, count: count)
            }
        }
    }

    /// Tells nghttp2 how much of a body comes next. The bytes themselves go straight from the prepared message to the
    /// output, in `Connection.sendData`.
    static let readBody: nghttp2_data_source_read_callback = { _, _, _, limit, flags, source, _ in
        guard let flags, let pointer = source?.pointee.ptr else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        let slot = pointer.assumingMemoryBound(to: StreamSlot.self)
        let remaining = slot.pointee.bodySendLimit - slot.pointee.bodySentCount
        slot.pointee.hasBegunToSend = true
        let whole = slot.pointee.sending?._withUnsafeGuaranteedRef { $0.body.count } ?? 0
        if remaining == 0, slot.pointee.bodySendLimit < whole { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
        if remaining <= limit, slot.pointee.bodySendLimit == whole { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return min(remaining, limit)
    }
}

/// The connection that a session was made with. It outlives the session, so no reference is counted here.
@inline(__always)
private func withConnection<Result>(_ user: UnsafeMutableRawPointer?, _ body: (Connection) -> Result) -> Result {
    Unmanaged<Connection>.fromOpaque(user.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
}
