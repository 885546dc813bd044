import CCurl

/// One transfer's handle of libcurl; it goes with its owner.
///
/// Source: libcurl, easy interface.
struct EasyHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer

    /// Why libcurl did not do what it was told.
    struct Failure: Error, Hashable, Sendable {
        let code: CURLcode

        var text: String { String(cString: curl_easy_strerror(code)) }

        static func == (left: Failure, right: Failure) -> Bool { left.code == right.code }
        func hash(into hasher: inout Hasher) { hasher.combine(code.rawValue) }
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

    func setBody(_ bytes: [UInt8]) throws(Failure) {
        try Self.check(CurlSetBody(pointer, bytes, bytes.count))
    }

    func setTrust(_ certificates: [UInt8]) throws(Failure) {
        try Self.check(CurlSetTrust(pointer, certificates, certificates.count))
    }

    func perform() throws(Failure) {
        try Self.check(curl_easy_perform(pointer))
    }

    var status: Int { CurlStatus(pointer) }

    /// The file of the system's certificates, where libcurl reads one.
    var systemTrust: String? { CurlSystemTrust(pointer).map { String(cString: $0) } }

    static func check(_ code: CURLcode) throws(Failure) {
        guard code == CURLE_OK else { throw Failure(code: code) }
    }
}

/// libcurl itself, made ready once a process.
enum CurlLibrary {
    static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}
