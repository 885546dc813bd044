import CCurl

/// One transfer's handle of libcurl; it goes with its owner.
///
/// Source: libcurl, easy interface.
struct EasyHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer

    /// Why libcurl did not do what it was told.
    struct Failure: Error {
        let code: CURLcode

        var text: String { String(cString: curl_easy_strerror(code)) }
    }

    init() throws(Failure) {
        guard CurlLibrary.isReady, let pointer = curl_easy_init() else { throw Failure(code: CURLE_FAILED_INIT) }
        self.pointer = pointer
    }

    deinit { curl_easy_cleanup(pointer) }

    func set(_ option: CURLoption, _ number: Int) throws(Failure) {
        try Self.check(CurlSetNumber(pointer, option, number))
    }

    /// libcurl copies the text.
    func set(_ option: CURLoption, _ text: String) throws(Failure) {
        try Self.check(CurlSetText(pointer, option, text))
    }

    /// libcurl copies the bytes.
    func setBody(_ bytes: [UInt8]) throws(Failure) {
        try Self.check(CurlSetBody(pointer, bytes, bytes.count))
    }

    var status: Int { CurlStatus(pointer) }

    static func check(_ code: CURLcode) throws(Failure) {
        guard code == CURLE_OK else { throw Failure(code: code) }
    }
}

/// libcurl itself, made ready once a process.
enum CurlLibrary {
    static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}
