import CCurl

/// The body of an answer as it comes in, and when to stop taking it. It stays on the transfer's thread.
final class Reception {
    private(set) var body: [UInt8] = []
    private let limit: Int
    private let isCancelled: () -> Bool
    private var isTooLong = false

    init(limit: Int, isCancelled: @escaping () -> Bool) {
        self.limit = limit
        self.isCancelled = isCancelled
    }

    /// Carries the transfer out and keeps what comes.
    func receive(from handle: borrowing EasyHandle) throws(EasyHandle.Failure) {
        // The handle calls back only while it performs, and `self` outlives that.
        let context = Unmanaged.passUnretained(self).toOpaque()
        try EasyHandle.check(
            CurlSetSink(
                handle.pointer,
                CURLOPT_WRITEFUNCTION,
                CURLOPT_WRITEDATA,
                { bytes, size, count, context in Reception.take(bytes, size * count, context) },
                context
            )
        )
        try EasyHandle.check(
            CurlSetProgress(handle.pointer, { context, _, _, _, _ in Reception.shouldStop(context) }, context)
        )
        try withExtendedLifetime(self) { () throws(EasyHandle.Failure) in try handle.perform() }
    }

    /// libcurl's failure as the client tells it.
    func error(for failure: EasyHandle.Failure) -> HTTPClientError {
        if isCancelled() { return .cancelled }
        if isTooLong { return .tooLong(limit: limit) }
        switch failure.code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .malformedAddress
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            return .untrusted(failure.text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR, CURLE_SEND_ERROR,
            CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
            return .unreachable(failure.text)
        default: return .failed(failure.text)
        }
    }

    private static func take(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        guard let bytes, let context else { return 0 }
        let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        guard reception.body.count + count <= reception.limit else {
            reception.isTooLong = true
            return 0
        }
        reception.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private static func shouldStop(_ context: UnsafeMutableRawPointer?) -> Int32 {
        guard let context else { return 0 }
        return Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
    }
}
