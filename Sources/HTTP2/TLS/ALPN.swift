import COpenSSL

/// The agreement, inside TLS, to speak HTTP/2 and nothing else.
///
/// Source: RFC 7301, RFC 9113 section 3.2.
enum ALPN {
    /// The client's list: one name, its length before it.
    static let offer: [UInt8] = [2] + Array("h2".utf8)

    /// The server's choice: `h2` where the client offers it, otherwise the handshake ends.
    static let select: SSL_CTX_alpn_select_cb_func = { _, chosen, chosenCount, offered, offeredCount, _ in
        guard let chosen, let chosenCount, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        var position = 0
        while position < Int(offeredCount) {
            let count = Int(offered[position])
            if count == 2, offered[position + 1] == UInt8(ascii: "h"), offered[position + 2] == UInt8(ascii: "2") {
                chosen.pointee = offered + position + 1
                chosenCount.pointee = 2
                return SSL_TLSEXT_ERR_OK
            }
            position += count + 1
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }

    /// Whether both ends agreed on HTTP/2.
    static func isHTTP2(_ connection: OpaquePointer) -> Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(connection, &name, &count)
        guard let name, count == 2 else { return false }
        return name[0] == UInt8(ascii: "h") && name[1] == UInt8(ascii: "2")
    }
}
