import HTTPServer
import Testing

@Suite("A server that stops")
struct StopTests {
    private static let request = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"

    /// A route whose handler says that it has begun, and ends when it is let.
    private struct Slow: Sendable {
        let begun = AsyncStream<Void>.makeStream()
        let end = AsyncStream<Void>.makeStream()

        func add(to router: inout Router) {
            let (begun, end) = (begun, end)
            router.add(.get, "/slow") { _ in
                begun.continuation.yield()
                for await _ in end.stream { break }
                return .text("done")
            }
        }

        func waitUntilBegun() async { for await _ in begun.stream { break } }
    }

    @Test("answers what is under way, then closes, and lets nobody in meanwhile")
    func graceful() async throws {
        let slow = Slow()
        try await withServer {
            slow.add(to: &$0)
        } _: { address, server in
            let client = try RawClient(address)
            await client.send(Self.request)
            await slow.waitUntilBegun()
            async let stopped: Void = server.stop(grace: .seconds(5))
            while (try? RawClient(address)) != nil { await Task.yield() }
            slow.end.continuation.yield()
            let answer = await client.receive()
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.contains("Connection: close"))
            #expect(answer.hasSuffix("done"))
            await stopped
        }
    }

    @Test("gives up on a handler that takes longer than its grace, with 503, and cancels it")
    func abandoned() async throws {
        let slow = Slow()
        try await withServer {
            slow.add(to: &$0)
        } _: { address, server in
            let client = try RawClient(address)
            await client.send(Self.request)
            await slow.waitUntilBegun()
            await server.stop(grace: .milliseconds(20))
            let answer = await client.receive()
            #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
            #expect(answer.contains("Retry-After: 5"))
        }
    }

    @Test("closes idle connections at once, whatever the grace", .timeLimit(.minutes(5)))
    func idle() async throws {
        try await withServer(routes: addEcho) { address, server in
            let client = try RawClient(address)
            await client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = await client.receive(until: "page")
            await server.stop(grace: .seconds(3_600))
            #expect(await client.receive() == "")
        }
    }

    @Test("may be stopped twice, and is not started again")
    func twice() async throws {
        try await withServer(routes: addEcho) { _, server in
            await server.stop()
            await server.stop()
            let error = #expect(throws: HTTPServerError.self) { () throws in _ = try server.start() }
            #expect(error == .startedBefore)
        }
    }
}
