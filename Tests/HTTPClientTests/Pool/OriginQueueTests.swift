import Testing

@testable import HTTPClient

@Suite("Requests that wait for a connection")
struct OriginQueueTests {
    let start = ContinuousClock.now
    let queue: OriginQueue

    init() {
        var configuration = HTTPClient.Configuration()
        configuration.connectionsPerHost = 1
        configuration.requestsPerConnection = 4
        configuration.ownRequestsPerLane = 1
        configuration.requestsPerLane = 3
        configuration.sharedRequestsPerHost = 2
        queue = OriginQueue(configuration)
    }

    @Test("take turns by lane, each in its order, up to the limits of lane and host")
    func turns() throws {
        for path in ["a1", "a2", "a3", "b1", "b2", "b3"] {
            let exchange = try exchange(path)
            queue.enqueue(exchange)
            queue.widenLane(of: exchange)
        }
        let begun = (0..<6).compactMap { _ in queue.dequeue() }
        #expect(begun.map(\.request.url.last) == ["1", "1", "2", "2"])
        #expect(begun.map(\.request.lane) == ["a", "b", "a", "b"])
        queue.finished(begun[1])
        #expect(queue.dequeue()?.request.lane == "a")
        #expect(queue.dequeue() == nil)
    }

    @Test("have more under way with each answer, of what all lanes share, and no more once one times out")
    func room() throws {
        for path in ["a1", "a2", "a3", "a4", "a5"] { queue.enqueue(try exchange(path)) }
        let first = try #require(queue.dequeue())
        #expect(queue.dequeue() == nil)
        for _ in 0..<5 { queue.widenLane(of: first) }
        let second = try #require(queue.dequeue())
        _ = try #require(queue.dequeue())
        #expect(queue.dequeue() == nil)
        queue.enqueue(try exchange("b1"))
        #expect(queue.dequeue()?.request.lane == "b")
        queue.narrowLane(of: first)
        queue.finished(first)
        queue.finished(second)
        #expect(queue.dequeue() == nil)
    }

    @Test("are given up at their deadlines, and only those")
    func deadlines() throws {
        queue.enqueue(try exchange("a1", after: .seconds(1)))
        queue.enqueue(try exchange("b1", after: .seconds(2)))
        #expect(queue.earliestDeadline == start + .seconds(1))
        #expect(queue.removeExpired(at: start).isEmpty)
        #expect(queue.removeExpired(at: start + .seconds(1)).map(\.request.lane) == ["a"])
        #expect(queue.earliestDeadline == start + .seconds(2))
        #expect(queue.removeExpired(at: start + .seconds(3)).map(\.request.lane) == ["b"])
        #expect(queue.isEmpty)
    }

    @Test("go ahead of those that can wait longer, and behind those that can wait as long")
    func impatience() throws {
        for (path, wait) in [("a1", 9), ("a2", 9), ("a3", 1), ("a4", 1)] {
            queue.enqueue(try exchange(path, after: .seconds(wait)))
        }
        #expect(queue.removeExpired(at: start + .seconds(1)).map(\.request.url.last) == ["3", "4"])
        #expect(queue.removeExpired(at: start + .seconds(9)).map(\.request.url.last) == ["1", "2"])
    }

    @Test("leave no trace once all are done or taken out")
    func traces() throws {
        let (first, second) = (try exchange("a1"), try exchange("a2"))
        queue.enqueue(first)
        queue.enqueue(second)
        #expect(queue.dequeue() === first)
        #expect(!queue.remove(first))
        #expect(queue.remove(second))
        #expect(!queue.isEmpty)
        queue.finished(first)
        #expect(queue.isEmpty)
        #expect(queue.dequeue() == nil)
    }

    /// A request whose lane is the path's first letter.
    private func exchange(_ path: String, after duration: Duration = .seconds(9)) throws -> Exchange {
        var request = ClientRequest("POST", "https://example.com/\(path)")
        request.lane = String(path.prefix(1))
        request.patience = duration
        return Exchange(
            request,
            to: try #require(HTTPAddress(request.url)),
            at: start,
            under: HTTPClient.Configuration()
        )
    }
}
