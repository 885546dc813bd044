import CNGHTTP2

/// Owns one nghttp2 session and its memory. Not to be let go inside one of its own callbacks.
struct NGHTTP2Session: ~Copyable {
    let pointer: OpaquePointer
    private let memory: SessionMemory

    private typealias Make = (
        UnsafeMutablePointer<OpaquePointer?>?, OpaquePointer?, UnsafeMutableRawPointer?, OpaquePointer?,
        UnsafeMutablePointer<nghttp2_mem>?
    ) -> Int32

    /// A client's session; its callbacks are handed `connection`, which must outlive it.
    static func client(_ connection: UnsafeMutableRawPointer) -> NGHTTP2Session {
        NGHTTP2Session(connection, make: nghttp2_session_client_new3)
    }

    /// A server's session; its callbacks are handed `connection`, which must outlive it.
    static func server(_ connection: UnsafeMutableRawPointer) -> NGHTTP2Session {
        NGHTTP2Session(connection, make: nghttp2_session_server_new3)
    }

    private init(_ connection: UnsafeMutableRawPointer, make: Make) {
        memory = SessionMemory()
        var functions = memory.functions
        var session: OpaquePointer?
        // nghttp2 keeps a copy of the functions.
        let result = make(
            &session,
            SessionCallbacks.shared.pointer,
            connection,
            SessionOptions.shared.pointer,
            &functions
        )
        guard result == 0, let session else { fatalError("nghttp2 has no memory for a session.") }
        pointer = session
    }

    deinit {
        // Before the memory, which goes with the properties.
        nghttp2_session_del(pointer)
    }
}

/// nghttp2's options, the same for all sessions.
private struct SessionOptions: @unchecked Sendable {
    // Sendable because it is made once, never changed and never freed.
    let pointer: OpaquePointer?

    static let shared = SessionOptions()

    /// Enough for every stream of a connection to be reset at once, repeatedly, as request deadlines in an outage do;
    /// nghttp2's own limits take that for an attack.
    private static let resetBurst: UInt64 = 100_000
    private static let resetsPerSecond: UInt64 = 10_000
    private static let outboundAcknowledgements = 100_000

    private init() {
        var option: OpaquePointer?
        nghttp2_option_new(&option)
        // Closed streams are kept by nghttp2 for priorities only, which nobody here uses.
        nghttp2_option_set_no_closed_streams(option, 1)
        nghttp2_option_set_stream_reset_rate_limit(option, Self.resetBurst, Self.resetsPerSecond)
        nghttp2_option_set_max_outbound_ack(option, Self.outboundAcknowledgements)
        pointer = option
    }
}
