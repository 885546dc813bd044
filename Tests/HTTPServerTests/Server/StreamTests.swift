import HTTPServer
import Synchronization
import Testing

@Suite("A streamed response")
struct StreamTests {
    private static let request = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"

    /// A sequence of events that a test feeds, which says when its reader is gone.
    private struct Feed: Sendable {
        let events: AsyncStream<ServerSentEvent>
        let feeder: AsyncStream<ServerSentEvent>.Continuation
        let ended: AsyncStream<Void>

        init() {
            (events, feeder) = AsyncStream.makeStream()
            let (ended, end) = AsyncStream<Void>.makeStream()
            self.ended = ended
            feeder.onTermination = { _ in end.finish() }
        }

        func waitUntilEnded() async { for await _ in ended {} }
    }

    @Test("sends each event when it comes, and ends well with the sequence")
    func events() async throws {
        let feed = Feed()
        try await withServer {
            $0.add(.get, "/events") { _ in .events(feed.events) }
        } _: { address, _ in
            let client = try RawClient(address)
            await client.send(Self.request)
            let header = await client.receive(until: "\r\n\r\n")
            #expect(header.contains("Content-Type: text/event-stream"))
            for number in 1...3 {
                feed.feeder.yield(ServerSentEvent("tick \(number)"))
                #expect(await client.receive(until: "\n\n").contains("data: tick \(number)\n\n"))
            }
            feed.feeder.finish()
            #expect(await client.receive(until: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
            await client.send("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.receive(until: "}").hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test("ends its sequence when the client leaves, though no event is sent")
    func clientLeaves() async throws {
        let feed = Feed()
        try await withServer {
            $0.idleDeadline = .seconds(60)
        } routes: {
            $0.add(.get, "/events") { _ in .events(feed.events) }
        } _: { address, _ in
            let client = try RawClient(address)
            await client.send(Self.request)
            _ = await client.receive(until: "\r\n\r\n")
            client.closeWriting()
            await feed.waitUntilEnded()
        }
    }

    @Test("ends well when the server stops")
    func serverStops() async throws {
        let feed = Feed()
        try await withServer {
            $0.add(.get, "/events") { _ in .events(feed.events) }
        } _: { address, server in
            let client = try RawClient(address)
            await client.send(Self.request)
            feed.feeder.yield(ServerSentEvent("one"))
            _ = await client.receive(until: "\n\n")
            await server.stop(grace: .seconds(5))
            #expect(await client.receive().hasSuffix("0\r\n\r\n"))
            await feed.waitUntilEnded()
        }
    }

    @Test("breaks off when its sequence throws, so that the client knows, and is reported")
    func sequenceThrows() async throws {
        struct Broken: Error {}
        let reports = Mutex<[String]>([])
        try await withServer {
            $0.report = { report in reports.withLock { $0.append("\(report)") } }
        } routes: {
            $0.add(.get, "/events") { _ in
                let (chunks, feeder) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
                feeder.yield(Array("half".utf8))
                feeder.finish(throwing: Broken())
                return .stream(chunks, contentType: "text/plain")
            }
        } _: { address, _ in
            let answer = try await RawClient.exchange(address, Self.request)
            #expect(answer.contains("half"))
            #expect(!answer.hasSuffix("0\r\n\r\n"))
        }
        #expect(reports.withLock { $0 } == ["A streamed response failed: Broken()"])
    }

    @Test("makes no more chunks than the client takes")
    func backPressure() async throws {
        let made = Atomic(0)
        try await withServer {
            $0.add(.get, "/events") { _ in
                let chunks = AsyncStream<[UInt8]> {
                    made.wrappingAdd(1, ordering: .relaxed)
                    return [UInt8](repeating: 0x61, count: 1_000_000)
                }
                return .stream(chunks, contentType: "text/plain")
            }
        } _: { address, _ in
            let client = try RawClient(address)
            await client.send(Self.request)
            _ = await client.receive(until: "aaaa")
            var last = -1
            while made.load(ordering: .relaxed) != last {
                last = made.load(ordering: .relaxed)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(last < 30, "\(last) megabytes were made for a client that reads none")
        }
    }

    @Test("is not begun for HEAD")
    func head() async throws {
        let made = Atomic(0)
        try await withServer {
            $0.add(.get, "/events") { _ in
                .stream(
                    AsyncStream<[UInt8]> {
                        made.wrappingAdd(1, ordering: .relaxed)
                        return nil
                    },
                    contentType: "text/plain"
                )
            }
        } _: { address, _ in
            let answer = try await RawClient.exchange(
                address,
                "HEAD /events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(made.load(ordering: .relaxed) == 0)
        }
    }
}
