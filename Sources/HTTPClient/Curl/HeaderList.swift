import CCurl

/// Header fields as libcurl takes them; they must live as long as the transfer.
struct HeaderList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ headers: [ClientRequest.Header]) throws(HTTPClientError) {
        // Without the first, a long body would wait for a "100 Continue" that few servers send.
        var lines = ["Expect:"]
        for header in headers {
            let isOneLine = (header.name + header.value).utf8.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 }
            guard isOneLine, !header.name.isEmpty else { throw .malformedHeader(name: header.name) }
            lines.append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        for line in lines { first = curl_slist_append(first, line) }
    }

    deinit { curl_slist_free_all(first) }
}
