import CCurl

/// libcurl's pool of connections and the transfers on them; it goes with its owner.
///
/// Source: libcurl, multi interface.
struct MultiHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer

    /// So many idle connections at most are kept, to all hosts together.
    private static let idleConnectionLimit = 64

    /// Nil where there is no memory.
    init?(_ configuration: HTTPClient.Configuration) {
        guard CurlLibrary.isReady, let pointer = curl_multi_init() else { return nil }
        self.pointer = pointer
        CurlMultiSetNumber(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, configuration.connectionsPerHost))
        CurlMultiSetNumber(pointer, CURLMOPT_MAX_CONCURRENT_STREAMS, max(1, configuration.requestsPerConnection))
        CurlMultiSetNumber(pointer, CURLMOPT_MAXCONNECTS, Self.idleConnectionLimit)
    }

    deinit { curl_multi_cleanup(pointer) }

    func add(_ handle: borrowing EasyHandle) -> Bool {
        curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK
    }

    /// Ends the transfer if it is under way.
    func remove(_ handle: borrowing EasyHandle) {
        curl_multi_remove_handle(pointer, handle.pointer)
    }

    /// Reads, writes and does whatever can be done without waiting.
    func perform() {
        var count: Int32 = 0
        curl_multi_perform(pointer, &count)
    }

    /// Waits for sockets, libcurl's own timers, ``wake(_:)`` or the time that is given.
    func wait(milliseconds: Int32) {
        curl_multi_poll(pointer, nil, 0, milliseconds, nil)
    }

    /// Takes the next transfer that is over: the handle's pointer and libcurl's result.
    func nextFinished() -> (handle: UnsafeMutableRawPointer, result: CURLcode)? {
        var count: Int32 = 0
        while let message = curl_multi_info_read(pointer, &count) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            return (handle, message.pointee.data.result)
        }
        return nil
    }

    /// Ends a wait; of all functions the one that another thread may call.
    static func wake(_ pointer: UnsafeMutableRawPointer) {
        curl_multi_wakeup(pointer)
    }
}
