import Foundation
import PushyServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client that sends what a test says, on a connection a request, and follows nothing by itself.
struct WebClient: Sendable {
    struct Unreachable: Error {}
    struct Unreadable: Error {}

    let address: SocketAddress

    init(_ address: SocketAddress) {
        self.address = address
    }

    /// Sends a request and reads its answer to the end; says when it begins.
    func send(
        _ method: String,
        _ target: String,
        headers: [String: String] = [:],
        body: String? = nil,
        onBeginning: @escaping @Sendable () -> Void = {}
    ) async throws -> WebAnswer {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        return try WebAnswer(try await exchange(Array((head + "\r\n" + (body ?? "")).utf8), onBeginning))
    }

    /// Sends bytes and reads until the server closes.
    ///
    /// It blocks a thread of its own, none of those that run tasks or the server's handlers.
    private func exchange(_ request: [UInt8], _ onBeginning: @escaping @Sendable () -> Void) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try blockingExchange(request, onBeginning) })
            }
        }
    }

    private func blockingExchange(_ request: [UInt8], _ onBeginning: () -> Void) throws -> [UInt8] {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.address.description, &target.sin_addr)
        let connected = withUnsafeBytes(of: target) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
        }
        guard connected == 0 else { throw Unreachable() }
        var sent = 0
        while sent < request.count {
            let count = request[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            sent += count
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            if received.isEmpty { onBeginning() }
            received += buffer[..<count]
        }
        return received
    }
}

/// What a server answered.
struct WebAnswer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: String

    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { throw WebClient.Unreadable() }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw WebClient.Unreadable()
        }
        self.status = status
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers.add(String(parts[0]), parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        self.headers = headers
        let rest = text[end.upperBound...]
        body = headers["Transfer-Encoding"] == "chunked" ? try Self.joined(rest) : String(rest)
    }

    /// The chunks of a body without their lengths (RFC 9112 §7.1).
    private static func joined(_ chunks: Substring) throws -> String {
        var bytes = Array(chunks.utf8)[...]
        var body: [UInt8] = []
        while let end = bytes.firstIndex(of: UInt8(ascii: "\r")) {
            let digits = String(decoding: bytes[..<end], as: UTF8.self)
            guard let length = Int(digits, radix: 16), bytes.endIndex - end >= length + 4 else {
                throw WebClient.Unreadable()
            }
            if length == 0 { break }
            body += bytes[(end + 2)..<(end + 2 + length)]
            bytes = bytes[(end + 4 + length)...]
        }
        return String(decoding: body, as: UTF8.self)
    }

    /// The body as JSON.
    var json: JSONValue {
        get throws { try JSONValue(reading: Array(body.utf8)) }
    }

    /// The `detail` of a problem.
    var detail: String {
        guard case .string(let text)? = try? json["detail"] else { return "" }
        return text
    }
}
