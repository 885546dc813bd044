import Foundation

/// One request to a server on this machine, and its answer.
///
/// It speaks HTTP/1.0, in which an answer ends with its connection, so there are no chunks to put together.
///
/// Source: RFC 1945.
struct LocalConnection: ~Copyable {
    private let descriptor: Int32

    /// An answer that was understood.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// Why there is no answer.
    enum Failure: Error, Hashable, Sendable {
        /// Nobody listens there, or the connection broke.
        case unreachable(SystemError)
        /// What came is no answer in HTTP.
        case notHTTP
    }

    /// How long the server may be silent, in seconds.
    private static let patience = 60

    /// Connects.
    init(to address: ListenAddress) throws(Failure) {
        descriptor = try Self.connectedSocket(to: address)
    }

    private static func connectedSocket(to address: ListenAddress) throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICSERV
        hints.ai_socktype = stream
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let found else {
            throw .unreachable(SystemError(code: EADDRNOTAVAIL))
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(found.pointee.ai_family, stream, 0)
        guard descriptor >= 0 else { throw .unreachable(.last) }
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw .unreachable(error)
        }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Sends the request and waits for the whole answer.
    consuming func answer(
        to method: String,
        _ path: String,
        headers: [(name: String, value: String)],
        body: [UInt8]
    ) throws(Failure) -> Answer {
        let fields = headers + [("Host", "localhost"), ("Content-Length", String(body.count))]
        let head = "\(method) \(path) HTTP/1.0\r\n" + fields.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
        try send(Array(head.utf8) + body)
        return try Self.answer(from: try receive())
    }

    /// Takes an answer apart: `HTTP/1.1 200 OK`, header lines, an empty line, the body.
    static func answer(from bytes: [UInt8]) throws(Failure) -> Answer {
        let end = Array("\r\n\r\n".utf8)
        guard let blank = bytes.firstRange(of: end) else { throw .notHTTP }
        let words = bytes.prefix { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        guard words.count >= 2, words[0].starts(with: "HTTP/1.".utf8),
            let status = Int(String(decoding: words[1], as: UTF8.self))
        else { throw .notHTTP }
        return Answer(status: status, body: Array(bytes[blank.upperBound...]))
    }

    private func send(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw .unreachable(.last)
            }
        }
    }

    private func receive() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw .unreachable(.last)
            }
        }
    }

    private static var stream: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }
}
