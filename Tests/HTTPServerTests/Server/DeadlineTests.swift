import HTTPServer
import Testing

@Suite("A client that is too slow")
struct DeadlineTests {
    private static func impatient(_ configuration: inout HTTPServer.Configuration) {
        configuration.headerDeadline = .milliseconds(100)
        configuration.bodyDeadline = .milliseconds(100)
        configuration.idleDeadline = .milliseconds(100)
    }

    /// Sends the opening, then dribbles a byte at a time for as long as the server bears it.
    private static func dribble(_ opening: String, _ drip: String) async throws -> String {
        try await withServer(configure: impatient, routes: addEcho) { address, _ in
            let client = try RawClient(address)
            await client.send(opening)
            async let answer = client.receive()
            let dripping = Task {
                let dripper = client
                while !Task.isCancelled {
                    await dripper.send(drip)
                    await Task.yield()
                }
            }
            defer { dripping.cancel() }
            return await answer
        }
    }

    @Test("with its request line gets 408")
    func requestLine() async throws {
        #expect(try await Self.dribble("GET /pa", "").hasPrefix("HTTP/1.1 408 "))
    }

    @Test("with its header gets 408, though it never pauses for long")
    func header() async throws {
        let answer = try await Self.dribble("GET /page HTTP/1.1\r\nHost: a\r\n", "x")
        #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
        #expect(answer.contains("application/problem+json"))
    }

    @Test("with its body gets 408, though it never pauses for long")
    func body() async throws {
        let answer = try await Self.dribble("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n", "x")
        #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
    }

    @Test("with a body of which enough comes is waited for")
    func steadyBody() async throws {
        let answer = try await withServer { configuration in
            configuration.bodyDeadline = .milliseconds(100)
            configuration.minimumBodyRate = 1
        } routes: {
            addEcho(&$0)
        } _: { address, _ in
            let client = try RawClient(address)
            let header = "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n"
            // At a byte a second this is enough for a quarter of an hour.
            await client.send(header + String(repeating: "a", count: 990))
            try await Task.sleep(for: .milliseconds(300))
            await client.send("0123456789")
            return await client.receive()
        }
        #expect(answer.hasSuffix("aaa0123456789"))
    }

    @Test("with its next request is let go without a word")
    func idle() async throws {
        let answer = try await withServer(configure: Self.impatient, routes: addEcho) { address, _ in
            let client = try RawClient(address)
            await client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            return await client.receive()
        }
        #expect(answer.hasSuffix("page"))
    }
}
