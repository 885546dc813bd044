import HTTPServer
import Testing

@Suite("A connection")
struct ConnectionTests {
    @Test("serves one request after another")
    func keepAlive() async throws {
        try await withServer(routes: addEcho) { address, _ in
            let client = try RawClient(address)
            for body in ["a", "b", "c"] {
                await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n\(body)")
                #expect(await client.receive(until: "\r\n\r\n\(body)").hasPrefix("HTTP/1.1 200 "))
            }
            await client.send("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.receive(until: "}").hasPrefix("HTTP/1.1 404 "))
            await client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.receive(until: "\r\n\r\npage").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("answers requests that come all at once in their order, also when handlers wait")
    func pipelining() async throws {
        let answer = try await withServer { router in
            router.add(.get, "/{name}") { request in
                await Task.yield()
                return .text("<\(request.parameters["name"] ?? "")>")
            }
        } _: { address, _ in
            let requests = (1...20).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
            return try await RawClient.exchange(
                address,
                requests + "GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            )
        }
        let bodies = answer.split(separator: "\r\n\r\n").compactMap { part in
            part.hasPrefix("<") ? part.prefix { $0 != ">" }.dropFirst() : nil
        }
        #expect(bodies == (1...20).map { "\($0)" } + ["end"])
    }

    @Test("gets the header alone for HEAD, with the length that GET has")
    func head() async throws {
        let answer = try await withServer(routes: addEcho) { address, _ in
            try await RawClient.exchange(address, "HEAD /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        }
        #expect(answer.contains("Content-Length: 4\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test("above the limit for one address is refused, and room is made when one closes")
    func perAddressLimit() async throws {
        try await withServer {
            $0.connectionLimitPerAddress = 2
        } routes: {
            addEcho(&$0)
        } _: { address, _ in
            let request = "GET /page HTTP/1.1\r\nHost: a\r\n\r\n"
            let first = try RawClient(address)
            await first.send(request)
            _ = await first.receive(until: "page")
            let second = try RawClient(address)
            await second.send(request)
            _ = await second.receive(until: "page")
            #expect(try await RawClient.exchange(address, request).hasPrefix("HTTP/1.1 503 "))
            await first.send("GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            _ = await first.receive()
            var answer = ""
            while !answer.hasSuffix("page") {
                let client = try RawClient(address)
                await client.send(request)
                answer = await client.receive(until: "page")
            }
            #expect(answer.hasSuffix("page"))
        }
    }

    @Test(
        "that asks nothing gives way to a new one when there is no room, the one that is idle for longest first",
        arguments: [
            "", "GET /pa", "GET /page HTTP/1.1\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel",
        ]
    )
    func eviction(opening: String) async throws {
        try await withServer {
            $0.connectionLimit = 3
        } routes: {
            addEcho(&$0)
        } _: { address, _ in
            let request = "GET /page HTTP/1.1\r\nHost: a\r\n\r\n"
            let first = try RawClient(address)
            await first.send(request)
            #expect(await first.receive(until: "page").hasSuffix("page"))
            var idle: [RawClient] = []
            for _ in 0..<20 {
                idle.append(try RawClient(address))
                await idle.last?.send(opening)
            }
            #expect(await first.receive() == "")
            #expect(await idle[0].receive() == "")
            let answer = try await RawClient.exchange(
                address,
                "GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            )
            #expect(answer.hasSuffix("page"))
        }
    }

    @Test("whose request is being answered does not give way: who comes above the limit waits until it is over")
    func noEviction() async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let (end, ending) = AsyncStream<Void>.makeStream()
        try await withServer {
            $0.connectionLimit = 1
        } routes: { router in
            addEcho(&router)
            router.add(.get, "/slow") { _ in
                beginning.yield()
                for await _ in end { break }
                return .text("slow")
            }
        } _: { address, _ in
            let first = try RawClient(address)
            await first.send("GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            for await _ in begun { break }
            async let second = RawClient.exchange(address, "GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            ending.yield()
            #expect(await first.receive(until: "slow").hasSuffix("slow"))
            #expect(try await second.hasSuffix("page"))
        }
    }

    @Test("is not counted for a trusted proxy's address")
    func trustedProxy() async throws {
        try await withServer {
            $0.connectionLimitPerAddress = 0
            $0.trustedProxies = TrustedProxies([IPNetwork("127.0.0.0/8")].compactMap(\.self))
        } routes: {
            $0.add(.get, "/who") { .text("\($0.clientAddress) \($0.remoteAddress) \($0.isSecure)") }
        } _: { address, _ in
            let answer = try await RawClient.exchange(
                address,
                "GET /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 6.6.6.6, 203.0.113.9\r\n"
                    + "X-Forwarded-Proto: https\r\n\r\n"
            )
            #expect(answer.hasSuffix("203.0.113.9 127.0.0.1 true"))
        }
    }
}
