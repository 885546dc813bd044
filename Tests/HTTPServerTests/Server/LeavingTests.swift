import HTTPServer
import Testing

@Suite("A client that leaves while its request is handled")
struct LeavingTests {
    private static let request = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let page = "GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// A route whose handlers say when they begin, wait until they are let go on, and say how they ended.
    private struct Slow: Sendable {
        let begun = AsyncStream<Void>.makeStream()
        let end = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Bool>.makeStream()

        func add(to router: inout Router) {
            let (begun, end, ended) = (begun, end, ended)
            addEcho(&router)
            router.add(.get, "/slow") { _ in
                begun.continuation.yield()
                for await _ in end.stream {}
                ended.continuation.yield(Task.isCancelled)
                return .text("slow")
            }
        }

        /// Clients that wait for their answers.
        func clients(_ count: Int, of address: SocketAddress) async throws -> [RawClient] {
            var clients: [RawClient] = []
            var beginnings = begun.stream.makeAsyncIterator()
            for _ in 0..<count {
                let client = try RawClient(address)
                await client.send(LeavingTests.request)
                await beginnings.next()
                clients.append(client)
            }
            return clients
        }

        /// Clients that are gone when this returns.
        func askAndLeave(_ count: Int, of address: SocketAddress) async throws {
            _ = try await clients(count, of: address)
        }

        func letGoOn() { end.continuation.finish() }

        /// Whether the handler that ended next was cancelled.
        func nextWasCancelled() async -> Bool? { await ended.stream.first { _ in true } }
    }

    private static func withSlow(
        _ configure: (inout HTTPServer.Configuration) -> Void = { _ in },
        _ test: (Slow, SocketAddress, HTTPServer) async throws -> Void
    ) async throws {
        let slow = Slow()
        try await withServer(configure: configure, routes: slow.add) { address, server in
            try await test(slow, address, server)
        }
    }

    /// A server whose one place for the address is free again, although the handler of the client that left goes on.
    private static func withOneLeft(_ test: (Slow, SocketAddress, HTTPServer) async throws -> Void) async throws {
        try await withSlow {
            $0.connectionLimitPerAddress = 1
        } _: { slow, address, server in
            try await slow.askAndLeave(1, of: address)
            _ = try await askUntilLetIn(address)
            try await test(slow, address, server)
        }
    }

    /// Asks until there is room: the system may take a while to say that a client has left.
    private static func askUntilLetIn(_ address: SocketAddress) async throws -> String {
        while true {
            let answer = try await RawClient.exchange(address, page)
            if !answer.isEmpty, !answer.hasPrefix("HTTP/1.1 503 ") { return answer }
        }
    }

    @Test("makes room for its address, and its handler goes on to its end", .timeLimit(.minutes(5)))
    func ownPlace() async throws {
        try await Self.withSlow {
            $0.connectionLimitPerAddress = 2
        } _: { slow, address, _ in
            try await slow.askAndLeave(2, of: address)
            #expect(try await Self.askUntilLetIn(address).hasSuffix("page"))
            slow.letGoOn()
            #expect(await slow.nextWasCancelled() == false)
            #expect(await slow.nextWasCancelled() == false)
        }
    }

    @Test("makes room for others when no connection is free", .timeLimit(.minutes(5)))
    func anyPlace() async throws {
        try await Self.withSlow {
            $0.connectionLimit = 2
        } _: { slow, address, _ in
            try await slow.askAndLeave(2, of: address)
            #expect(try await RawClient.exchange(address, Self.page).hasSuffix("page"))
            slow.letGoOn()
        }
    }

    @Test("is waited for when the server stops, as those are that stay", .timeLimit(.minutes(5)))
    func stop() async throws {
        try await Self.withOneLeft { slow, address, server in
            async let stopped: Void = server.stop(grace: .seconds(600))
            while (try? RawClient(address)) != nil { await Task.yield() }
            slow.letGoOn()
            #expect(await slow.nextWasCancelled() == false)
            await stopped
        }
    }

    @Test("has its handler given up when the server's grace is over", .timeLimit(.minutes(5)))
    func grace() async throws {
        try await Self.withOneLeft { slow, _, server in
            await server.stop(grace: .zero)
            #expect(await slow.nextWasCancelled() == true)
        }
    }

    @Test("and has only said that nothing more comes is answered, where nobody needs its place")
    func halfClosed() async throws {
        try await Self.withSlow { slow, address, _ in
            let client = try #require(try await slow.clients(1, of: address).first)
            client.closeWriting()
            #expect(try await RawClient.exchange(address, Self.page).hasSuffix("page"))
            slow.letGoOn()
            #expect(await client.receive(until: "slow").hasSuffix("slow"))
        }
    }

    @Test("is not one that stays: who comes above the limit is told so, and those that wait are answered")
    func staying() async throws {
        try await Self.withSlow {
            $0.connectionLimitPerAddress = 2
        } _: { slow, address, _ in
            let clients = try await slow.clients(2, of: address)
            let answer = try await RawClient.exchange(address, Self.page)
            #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
            #expect(answer.contains("\r\nRetry-After: 1\r\n"))
            #expect(answer.contains("\r\nContent-Type: application/problem+json\r\n"))
            #expect(RawAnswer(answer).isWhole)
            slow.letGoOn()
            for client in clients { #expect(await client.receive(until: "slow").hasSuffix("slow")) }
        }
    }
}
