import CCurl

extension HTTPClientError {
    /// libcurl's failure as the client tells it.
    init(_ code: CURLcode, of exchange: Exchange, caFile: String?) {
        if let cause = exchange.cause {
            self = cause
            return
        }
        let text = EasyHandle.Failure(code: code).text
        let wasSent = exchange.attemptCount > 0
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .malformedAddress
        case CURLE_OPERATION_TIMEDOUT: self = wasSent ? .timedOut : .unreachable("no connection came about in time")
        case CURLE_SSL_CACERT_BADFILE: self = caFile.map { .unreadableTrust(path: $0) } ?? .untrusted(text)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: self = .untrusted(text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
            CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self = wasSent ? exchange.loss(text) : .unreachable(text)
        default: self = .failed(text)
        }
    }
}
