import CCurl

/// A handle of libcurl with what one transfer after the other needs around it. It stays on the loop's thread.
final class TransferSlot {
    let handle: EasyHandle
    private let configuration: HTTPClient.Configuration
    private let sockets: ConnectionSockets
    private let now: HTTPClient.Now
    private var fields: HeaderList?
    private(set) var exchange: Exchange?
    private(set) var origin: OriginQueue?

    init(
        _ configuration: HTTPClient.Configuration,
        sockets: ConnectionSockets,
        handle: consuming EasyHandle,
        trusting certificates: TrustedCertificates?,
        now: @escaping HTTPClient.Now
    ) throws(EasyHandle.Failure) {
        self.handle = handle
        self.configuration = configuration
        self.sockets = sockets
        self.now = now
        try self.handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try self.handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        try self.handle.set(CURLOPT_NOSIGNAL, 1)
        try self.handle.set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(configuration.connectDeadline))
        // Through a proxy the address that is checked would be the proxy's.
        if case .publicOnly = configuration.addresses { try self.handle.set(CURLOPT_NOPROXY, "*") }
        try certificates?.apply(to: self.handle)
        try setCallbacks()
    }

    /// Describes a request to libcurl.
    func begin(_ exchange: Exchange, of origin: OriginQueue) throws(HTTPClientError) {
        self.exchange = exchange
        self.origin = origin
        let fields = try HeaderList(exchange.request.headers)
        do throws(EasyHandle.Failure) {
            try describe(exchange, fields)
        } catch {
            throw .failed(error.text)
        }
        self.fields = consume fields
    }

    func end() {
        exchange = nil
        origin = nil
    }

    private func describe(_ exchange: Exchange, _ fields: borrowing HeaderList) throws(EasyHandle.Failure) {
        let request = exchange.request
        try handle.set(CURLOPT_URL, request.url)
        // Others wait until it is known whether the first connection serves them too; plain http never does.
        try handle.set(CURLOPT_PIPEWAIT, exchange.address.scheme == "https" ? 1 : 0)
        if request.body.isEmpty && request.method != "POST" {
            try handle.set(CURLOPT_HTTPGET, 1)
        } else {
            try handle.set(CURLOPT_POST, 1)
            try handle.setBody(request.body)
        }
        try handle.set(CURLOPT_CUSTOMREQUEST, request.method)
        try EasyHandle.check(CurlSetFields(handle.pointer, fields.first))
    }

    /// 0 would be no deadline at all.
    private static func milliseconds(_ duration: Duration) -> Int { max(1, Int(duration / .milliseconds(1))) }
}

// What libcurl calls while it performs, on the loop's thread.
extension TransferSlot {
    private func setCallbacks() throws(EasyHandle.Failure) {
        // The handle calls back only for its transfers, and `self` owns the handle.
        let context = Unmanaged.passUnretained(self).toOpaque()
        try EasyHandle.check(
            CurlSetSink(handle.pointer, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, Self.takeBody, context)
        )
        try EasyHandle.check(
            CurlSetSink(handle.pointer, CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA, Self.takeField, context)
        )
        try EasyHandle.check(CurlSetSocketOpener(handle.pointer, Self.openSocket, context))
        try EasyHandle.check(CurlSetGate(handle.pointer, Self.mayAttempt, context))
        // A connection outlives the transfer that opened it, so this is not `self`.
        let sockets = Unmanaged.passUnretained(sockets).toOpaque()
        try EasyHandle.check(CurlSetSocketCloser(handle.pointer, Self.closeSocket, sockets))
    }

    private static func slot(_ context: UnsafeMutableRawPointer?) -> TransferSlot? {
        context.map { Unmanaged<TransferSlot>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let takeBody: CurlSink = { bytes, size, count, context in
        guard let bytes, let slot = slot(context), let exchange = slot.exchange else { return 0 }
        guard exchange.body.count + size * count <= slot.configuration.answerLimit else {
            exchange.cause = .tooLong(limit: slot.configuration.answerLimit)
            return 0
        }
        exchange.connection?.lastHeard = slot.now()
        exchange.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
    }

    private static let takeField: CurlSink = { bytes, size, count, context in
        guard let bytes, let slot = slot(context), let exchange = slot.exchange else { return 0 }
        exchange.connection?.lastHeard = slot.now()
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        if line.starts(with: "HTTP/".utf8) {
            // The fields of an interim answer are not the answer's.
            exchange.fields = []
        } else if let field = ClientRequest.Header(line: line) {
            exchange.fields.append(field)
        }
        return size * count
    }

    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let address, let slot = slot(context), let exchange = slot.exchange, let origin = slot.origin else {
            return -1
        }
        guard let network = CurlSocketAddress(address).flatMap({ NetworkAddress($0) }),
            slot.configuration.addresses.allows(network, of: exchange.address.hostPort)
        else {
            exchange.cause = .forbiddenAddress(
                CurlSocketAddress(address).flatMap { NetworkAddress($0) }?.description ?? "an unknown address"
            )
            return -1
        }
        exchange.cause = nil
        return slot.sockets.open(address, for: origin, at: slot.now())
    }

    private static let closeSocket: curl_closesocket_callback = { context, descriptor in
        guard let context else { return -1 }
        Unmanaged<ConnectionSockets>.fromOpaque(context).takeUnretainedValue().close(descriptor)
        return 0
    }

    /// libcurl sends a request again of its own accord in two cases: the server refused the stream, which proves that
    /// it did nothing, and a connection that had served before broke without a byte of an answer, which proves nothing.
    /// It does not say which; but after the second there is a broken connection.
    private static let mayAttempt: curl_prereq_callback = { context, _, _, _, localPort in
        guard let slot = slot(context), let exchange = slot.exchange, let origin = slot.origin else {
            return CURL_PREREQFUNC_ABORT
        }
        exchange.attemptCount += 1
        let isProvenUndone =
            exchange.brokenConnectionsSeen == origin.brokenConnectionCount
            && !slot.sockets.haveBrokenConnection(to: origin)
        if exchange.attemptCount > 1, !exchange.request.isRepeatable, !isProvenUndone {
            exchange.cause = exchange.loss("closed without an answer")
            return CURL_PREREQFUNC_ABORT
        }
        exchange.brokenConnectionsSeen = origin.brokenConnectionCount
        exchange.begun = slot.now()
        exchange.connection = slot.sockets.connection(to: origin, localPort: UInt16(truncatingIfNeeded: localPort))
        return CURL_PREREQFUNC_OK
    }
}

private typealias CurlSink =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

extension ClientRequest.Header {
    /// A line of a header; nil where it holds no field.
    fileprivate init?(line: UnsafeRawBufferPointer) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        var value = line[(colon + 1)...]
        while let first = value.first, first <= 0x20 { value.removeFirst() }
        while let last = value.last, last <= 0x20 { value.removeLast() }
        self.init(name, String(decoding: value, as: UTF8.self))
    }
}
