import CCurl

/// An address taken apart by libcurl.
struct AddressParts: ~Copyable {
    private let pointer: OpaquePointer

    /// Nil where libcurl does not take it for an address.
    init?(_ text: String) {
        guard CurlLibrary.isReady, let pointer = curl_url() else { return nil }
        guard curl_url_set(pointer, CURLUPART_URL, text, 0) == CURLUE_OK else {
            curl_url_cleanup(pointer)
            return nil
        }
        self.pointer = pointer
    }

    deinit { curl_url_cleanup(pointer) }

    var scheme: String? { part(CURLUPART_SCHEME) }
    var user: String? { part(CURLUPART_USER) }
    var password: String? { part(CURLUPART_PASSWORD) }
    /// An IPv6 address is in brackets.
    var host: String? { part(CURLUPART_HOST) }
    var port: String? { part(CURLUPART_PORT, flags: UInt32(CURLU_DEFAULT_PORT)) }

    private func part(_ part: CURLUPart, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(pointer, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
