import HTTPClient
import ServiceStandIns
import Testing

@Suite("A request whose connection fails")
struct RepeatTests {
    @Test("is sent again where the server refused the stream", arguments: [0, 1])
    func refusedStream(before: Int) async throws {
        let bench = try PoolBench(script: once(.reset(.refusedStream), after: before))
        for _ in 0..<before { _ = await bench.outcome(bench.request("/before")) }
        #expect(await bench.outcome(bench.request("/refused")) == .success(200))
        #expect(bench.server.requests.filter { $0.path == "/refused" }.count == 2)
    }

    @Test("is sent again where GOAWAY says that it was not looked at, and those before it are answered")
    func goAway() async throws {
        let farewell = once(.goAway(debugData: "exceeded_max_concurrent_streams"))
        let bench = try PoolBench { $0.path == "/first" ? .hold : farewell($0) }
        async let first = bench.outcome(bench.request("/first"))
        await bench.arrivals(1)
        #expect(await bench.outcomes(40) == Array(repeating: .success(200), count: 40))
        bench.server.release()
        #expect(await first == .success(200))
        let repeated = bench.server.requests.filter { $0.connection > 1 }.map(\.path)
        #expect(repeated.sorted() == (0..<40).map { "/\($0)" }.sorted())
    }

    @Test("is not sent again where the connection closed with GOAWAY: libcurl does not tell that from any other end")
    func goAwayAndClose() async throws {
        let bench = try PoolBench(script: once(.goAway()))
        #expect(await isLost(bench.outcome(bench.request())))
        #expect(bench.server.requests.count == 1)
        #expect(await bench.outcome(bench.request()) == .success(200))
    }

    @Test("is not sent again where the server may have done it", arguments: [0, 1])
    func cut(before: Int) async throws {
        let bench = try PoolBench(script: once(.drop, after: before))
        for _ in 0..<before { _ = await bench.outcome(bench.request("/before")) }
        #expect(await isLost(bench.outcome(bench.request("/cut"))))
        #expect(bench.server.requests.filter { $0.path == "/cut" }.count == 1)
        #expect(await bench.outcome(bench.request("/after")) == .success(200))
    }

    @Test("is not sent again when all connections break under many, and what comes after goes through")
    func cutUnderMany() async throws {
        let bench = try PoolBench { _ in .hold }
        async let outcomes = bench.outcomes(20)
        await bench.arrivals(20)
        bench.server.dropConnections()
        for outcome in await outcomes { #expect(isLost(outcome)) }
        #expect(bench.server.requests.count == 20)
        bench.server.follow { _ in .answer(200) }
        #expect(await bench.outcome(bench.request("/after")) == .success(200))
    }

    @Test("is not sent again where the connection broke within the answer, or the stream did")
    func brokenAnswer() async throws {
        for reply in [StandInReply.dropInAnswer, .reset(.internalError)] {
            let bench = try PoolBench(script: once(reply))
            #expect(await isLost(bench.outcome(bench.request())))
            #expect(bench.server.requests.count == 1)
        }
    }

    @Test("is sent again where it only asks for something")
    func repeatable() async throws {
        let bench = try PoolBench(script: once(.drop, after: 1))
        _ = await bench.outcome(bench.request("/before"))
        #expect(await bench.outcome(bench.request("/asks", method: "GET")) == .success(200))
    }

    private func isLost(_ outcome: Result<Int, HTTPClientError>) -> Bool {
        guard case .failure(.connectionLost) = outcome else { return false }
        return true
    }
}
