import Foundation
import HTTPServer
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client that sends whatever bytes a test likes, and reads whatever comes.
///
/// Each call blocks a thread of its own, never one of those that run tasks. After five minutes, which only a hang takes,
/// every call gives up, so that no test waits for ever, however much comes and however many clients it has.
final class RawClient: Sendable {
    struct ConnectFailed: Error {}

    private let descriptor: Int32
    private let deadline = ContinuousClock.now + .seconds(300)

    init(_ address: SocketAddress) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.address.description, &target.sin_addr)
        let connected = withUnsafeBytes(of: target) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
        }
        guard connected == 0 else { throw ConnectFailed() }
        var small: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &small, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes; a connection that the server has closed is no error here.
    func send(_ text: String) async { await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async {
        await onThread { [self] in
            var sent = 0
            while sent < bytes.count, isReady(for: POLLOUT) {
                let count = bytes[sent...].withUnsafeBytes { Self.sendSystemCall(descriptor, $0) }
                if count < 0, errno != EAGAIN { break }
                sent += max(count, 0)
            }
        }
    }

    /// Reads until the text ends in or has the given one, or the server closes.
    func receive(until end: String? = nil) async -> String {
        await onThread { [self] in
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while end.map({ !String(decoding: received, as: UTF8.self).contains($0) }) ?? true {
                guard isReady(for: POLLIN) else { break }
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                received += buffer[..<count]
            }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Says that nothing more comes from here, as a client that is gone.
    func closeWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits until the socket can be read or written; false when the client's time is over.
    private func isReady(for events: Int32) -> Bool {
        let left = Int32((deadline - .now) / .milliseconds(1))
        var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let count = left > 0 ? poll(&watched, 1, left) : 0
        if count == 0 { Issue.record("a client of this test waited for five minutes") }
        return count > 0
    }

    private static func sendSystemCall(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, MSG_DONTWAIT)
        #else
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        #endif
    }

    private func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}

extension RawClient {
    /// What one request gets on a connection of its own, until the server closes it.
    static func exchange(_ address: SocketAddress, _ request: String) async throws -> String {
        let client = try RawClient(address)
        await client.send(request)
        return await client.receive()
    }
}
