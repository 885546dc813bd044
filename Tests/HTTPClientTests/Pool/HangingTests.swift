import HTTPClient
import ServiceStandIns
import Synchronization
import Testing

@Suite("A request that hangs")
struct HangingTests {
    private static let script: StandInServer.Script = { request in
        switch request.path {
        case "/hangs": .silence
        case "/slow": .hold
        default: .answer(200)
        }
    }

    @Test("ends by itself: its neighbour on the connection is answered later, and its place is free")
    func neighbours() async throws {
        let bench = try PoolBench(streamLimit: 2, script: Self.script) { $0.connectionsPerHost = 1 }
        async let hanging = bench.outcome(bench.request("/hangs"))
        await bench.arrivals(1)
        bench.pass(.seconds(25))
        async let slow = bench.outcome(bench.request("/slow"))
        await bench.arrivals(1)
        bench.pass(.seconds(5))
        #expect(await hanging == .failure(.timedOut))
        #expect(await bench.outcome(bench.request("/next")) == .success(200))
        bench.server.release()
        #expect(await slow == .success(200))
        #expect(bench.server.requests.map(\.connection) == [1, 1, 1])
    }

    @Test("lets nothing go that waited for its turn and is not wanted any more; what is under way is answered")
    func unwanted() async throws {
        let bench = try PoolBench(script: Self.script) { configuration in
            configuration.ownRequestsPerLane = 1
            configuration.requestsPerLane = 1
        }
        let isWanted = Mutex(true)
        let look: @Sendable () -> Bool = { isWanted.withLock { $0 } }
        async let slow = bench.outcome(bench.request("/slow"), whileWanted: look)
        await bench.arrivals(1)
        async let waiting = bench.outcome(bench.request("/next"), whileWanted: look)
        isWanted.withLock { $0 = false }
        bench.server.release()
        #expect(await slow == .success(200))
        #expect(await waiting == .failure(.cancelled))
        #expect(await bench.outcome(bench.request("/after")) == .success(200))
        #expect(bench.server.requests.map(\.path) == ["/slow", "/after"])
    }

    @Test("on a silent connection leaves the other connections alone")
    func otherConnections() async throws {
        let bench = try PoolBench(script: Self.script) { $0.requestsPerConnection = 1 }
        async let hanging = bench.outcome(bench.request("/hangs"))
        await bench.arrivals(1)
        bench.pass(.seconds(15))
        async let slow = bench.outcome(bench.request("/slow"))
        await bench.arrivals(1)
        bench.pass(.seconds(15))
        #expect(await hanging == .failure(.timedOut))
        #expect(await bench.outcome(bench.request("/next")) == .success(200))
        bench.server.release()
        #expect(await slow == .success(200))
        #expect(bench.server.requests.map(\.connection) == [1, 2, 3])
    }

    @Test("takes no time from those that wait for their turn: theirs begins with a connection")
    func turn() async throws {
        let bench = try PoolBench(script: { _ in .hold }, configuring: { $0.requestsPerLane = 1 })
        async let first = bench.outcome(bench.request("/first"))
        await bench.arrivals(1)
        async let second = bench.outcome(bench.request("/second"))
        bench.pass(.seconds(29))
        bench.server.release()
        #expect(await first == .success(200))
        await bench.arrivals(1)
        bench.pass(.seconds(29))
        // What is answered at once shows that the client has looked at its clock meanwhile.
        bench.server.follow { _ in .answer(200) }
        #expect(await bench.outcome(bench.request("/other", lane: "other")) == .success(200))
        bench.server.release()
        #expect(await second == .success(200))
    }

    @Test("is given up when its own patience ends, whether it is under way or waits for its turn")
    func patience() async throws {
        let bench = try PoolBench(script: Self.script) {
            $0.ownRequestsPerLane = 1
            $0.requestsPerLane = 1
        }
        async let hanging = bench.outcome(bench.request("/hangs", patience: .seconds(15)))
        await bench.arrivals(1)
        async let waiting = bench.outcome(bench.request("/next", patience: .seconds(14)))
        // What another lane is answered shows that the client has taken in what came before.
        #expect(await bench.outcome(bench.request("/other", lane: "other")) == .success(200))
        bench.pass(.seconds(14))
        #expect(await waiting == .failure(.noTurn))
        bench.pass(.seconds(1))
        #expect(await hanging == .failure(.timedOut))
        #expect(await bench.outcome(bench.request("/after")) == .success(200))
        #expect(bench.server.requests.map(\.path) == ["/hangs", "/other", "/after"])
    }

    @Test("takes those with it that have waited nearly as long on the same silent connection")
    func companions() async throws {
        let bench = try PoolBench(script: Self.script)
        async let first = bench.outcome(bench.request("/hangs"))
        await bench.arrivals(1)
        bench.pass(.seconds(19))
        async let second = bench.outcome(bench.request("/hangs"))
        await bench.arrivals(1)
        bench.pass(.seconds(11))
        #expect(await first == .failure(.timedOut))
        #expect(await second == .failure(.timedOut))
        #expect(await bench.outcome(bench.request("/next")) == .success(200))
        #expect(bench.server.requests.map(\.connection) == [1, 1, 2])
    }

    @Test("of little patience says nothing about its connection")
    func littlePatience() async throws {
        let bench = try PoolBench(script: Self.script)
        async let hanging = bench.outcome(bench.request("/hangs", patience: .seconds(2)))
        await bench.arrivals(1)
        bench.pass(.seconds(2))
        #expect(await hanging == .failure(.timedOut))
        #expect(await bench.outcome(bench.request("/next")) == .success(200))
        #expect(bench.server.requests.map(\.connection) == [1, 1])
    }

    @Test("holds what its own lane has: another lane is answered although many hang")
    func lanes() async throws {
        let bench = try PoolBench { $0.path == "/fine" ? .answer(200) : .hold }
        async let hanging = withTaskGroup { group in
            for lane in 0..<8 {
                for _ in 0..<60 { group.addTask { await bench.outcome(bench.request(lane: "\(lane)")) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        await bench.arrivals(160)
        #expect(await bench.outcome(bench.request("/fine", lane: "fine")) == .success(200))
        bench.server.follow { _ in .answer(200) }
        bench.server.release()
        #expect(await hanging == Array(repeating: .success(200), count: 480))
    }
}
