import HTTPClient
import ServiceStandIns
import Testing

@Suite("Connections of the HTTP client")
struct SharingTests {
    @Test("are shared by requests that are under way at once, and kept for later ones")
    func sharing() async throws {
        let bench = try PoolBench { _ in .hold }
        async let outcomes = bench.outcomes(20)
        await bench.arrivals(20)
        bench.server.release()
        #expect(await outcomes == Array(repeating: .success(200), count: 20))
        bench.server.follow { _ in .answer(204) }
        #expect(await bench.outcome(bench.request()) == .success(204))
        #expect(Set(bench.server.requests.map(\.connection)) == [1])
    }

    @Test("are as many as the limit says, each with as many requests as the limit says")
    func limits() async throws {
        let bench = try PoolBench(
            script: { _ in .hold },
            configuring: {
                $0.connectionsPerHost = 2
                $0.requestsPerConnection = 10
            }
        )
        async let outcomes = bench.outcomes(50)
        for _ in 0..<5 {
            await bench.arrivals(10)
            #expect(bench.server.requests.count <= 50)
            bench.server.release()
        }
        #expect(await outcomes == Array(repeating: .success(200), count: 50))
        #expect(Set(bench.server.requests.map(\.connection)) == [1, 2])
        #expect(bench.server.greatestLoad == 10)
    }

    @Test("leave room to others where one lane hangs")
    func lanes() async throws {
        let bench = try PoolBench(
            script: { $0.path == "/hangs" ? .hold : .answer(200) },
            configuring: {
                $0.connectionsPerHost = 1
                $0.requestsPerConnection = 10
                $0.requestsPerLane = 5
            }
        )
        async let stuck = withTaskGroup { group in
            for _ in 0..<15 { group.addTask { await bench.outcome(bench.request("/hangs", lane: "a")) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        await bench.arrivals(5)
        #expect(await bench.outcome(bench.request("/", lane: "b")) == .success(200))
        bench.server.follow { _ in .answer(200) }
        bench.server.release()
        #expect(await stuck == Array(repeating: .success(200), count: 15))
    }

    @Test("that nobody answers on for a whole deadline are not used again")
    func silentHost() async throws {
        let bench = try PoolBench(script: once(.silence, after: 1))
        #expect(await bench.outcome(bench.request()) == .success(200))
        async let unanswered = bench.outcome(bench.request())
        await bench.arrivals(2)
        bench.pass(.seconds(30))
        #expect(await unanswered == .failure(.timedOut))
        #expect(await bench.outcome(bench.request()) == .success(200))
        #expect(bench.server.requests.map(\.connection) == [1, 1, 2])
    }

    @Test("are not begun for a request that was cancelled while it waited")
    func cancelledWhileWaiting() async throws {
        let bench = try PoolBench(script: { _ in .hold }, configuring: { $0.requestsPerLane = 1 })
        async let first = bench.outcome(bench.request("/first"))
        await bench.arrivals(1)
        let second = Task { await bench.outcome(bench.request("/second")) }
        second.cancel()
        #expect(await second.value == .failure(.cancelled))
        bench.server.release()
        #expect(await first == .success(200))
        #expect(bench.server.requests.map(\.path) == ["/first"])
    }

    @Test("bring the fields of an answer")
    func fields() async throws {
        let bench = try PoolBench { _ in .json(429, "{}", fields: [.init("Retry-After", "7")]) }
        let response = try await bench.client.response(to: bench.request())
        #expect(response.value(of: "content-type") == "application/json")
        #expect(response.retryAfter == .seconds(7))
    }
}
