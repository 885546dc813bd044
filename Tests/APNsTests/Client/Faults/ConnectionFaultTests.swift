import APNs
import HTTP2
import Synchronization
import Testing

@Suite("When a connection fails, the client")
struct ConnectionFaultTests {
    let deliveries: [APNsDelivery]
    let notification: APNsNotification
    let allAccepted: [APNsOutcome]

    init() throws {
        deliveries = try APNsDelivery.samples(200)
        notification = try .sample()
        allAccepted = Array(repeating: .accepted, count: 200)
    }

    @Test("sends what the server did not process again on a new connection, and nothing else")
    func goAwayInTheMiddle() async throws {
        let server = try ScriptedAPNs(streamLimit: 50) { session, request in
            if request.connection == 1, request.number == 20 {
                session.goAway(lastStreamID: request.stream - 2, debugData: Array(#"{"reason":"Shutdown"}"#.utf8))
            }
            guard request.connection > 1 || request.number < 20 else { return }
            session.accept(request)
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries) == allAccepted)
        try server.expectEachAnsweredOnce(deliveries) { $0.connection > 1 || $0.number < 20 }
        #expect(await client.statistics().reconnects == 1)
        #expect(await client.statistics().ambiguous == 0)
        await client.shutdown()
    }

    @Test("goes on when each connection serves a few and goes away")
    func goAwayAgainAndAgain() async throws {
        let served = PerConnection()
        let server = try ScriptedAPNs(streamLimit: 50) { session, request in
            let count = served.count(request.connection)
            if count <= 10 { session.accept(request) }
            if count == 10 { session.goAway(lastStreamID: request.stream) }
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries) == allAccepted)
        #expect(await client.statistics().reconnects >= 19)
        await client.shutdown()
    }

    @Test("waits and tries on when connections go away before they serve anything")
    func goAwayAtOnce() async throws {
        let server = try ScriptedAPNs { session, request in
            if request.connection <= 4 { session.goAway(lastStreamID: 0) } else { session.accept(request) }
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries) == allAccepted)
        #expect(await client.statistics().connectionFailures == 4)
        await client.shutdown()
    }

    @Test("gives up, with APNs's words, when no connection ever serves anything")
    func goAwayForEver() async throws {
        let server = try ScriptedAPNs { session, _ in
            session.goAway(lastStreamID: 0, debugData: Array(#"{"reason":"Shutdown"}"#.utf8))
        }
        let client = try server.client { $0.patience = .milliseconds(100) }
        for outcome in await client.send(notification, to: deliveries) {
            guard case .unserved(.connectionLost(let words)) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(words.contains("Shutdown"))
        }
        await client.shutdown()
    }

    @Test("sends what may have been processed again under the same apns-id and collapse ID")
    func reset() async throws {
        let server = try ScriptedAPNs(streamLimit: 50) { session, request in
            if request.connection == 1, request.number == 30 { session.drop() }
            guard request.connection > 1 || request.number < 30 else { return }
            session.accept(request)
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries) == allAccepted)
        for (token, requests) in Dictionary(grouping: server.requests, by: \.token) {
            #expect(Set(requests.map(\.id)).count == 1, "\(token)")
            #expect(Set(requests.map(\.collapseID)) == ["b1"])
        }
        #expect(Set(server.requests.map(\.token)).count == 200)
        #expect(server.requests.count <= 200 + 50)
        #expect(await client.statistics().ambiguous > 0)
        await client.shutdown()
    }

    @Test("is not fooled by half an answer")
    func halfAnAnswer() async throws {
        let server = try ScriptedAPNs { session, request in
            if request.connection == 1 {
                let empty: [UInt8] = []
                let answer = PreparedResponse(status: 410, body: Array(#"{"reason":"Unregistered"}"#.utf8))
                session.respondInPart(to: request.stream, with: answer, varyingValue: empty.span, bodyByteCount: 5)
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries[0]) == .accepted)
        await client.shutdown()
    }

    @Test("gives a delivery up that takes every connection down")
    func resetForEver() async throws {
        let server = try ScriptedAPNs { session, _ in session.drop() }
        let client = try server.client { $0.attemptLimit = 3 }
        guard case .failed(.connectionLost) = await client.send(notification, to: deliveries[0]) else {
            Issue.record("not failed")
            return
        }
        #expect(server.requests.count == 3)
        await client.shutdown()
    }

    @Test("sends refused streams again")
    func refused() async throws {
        let server = try ScriptedAPNs { session, request in
            if request.number % 3 == 0 {
                session.reset(request.stream, code: .refusedStream)
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries) == allAccepted)
        await client.shutdown()
    }

    @Test("gives a delivery up that is refused again and again")
    func refusedForEver() async throws {
        let dead = deliveries[7].token.hex
        let server = try ScriptedAPNs { session, request in
            if request.token == dead {
                session.reset(request.stream, code: .refusedStream)
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes[7] == .failed(.refusedByServer))
        #expect(outcomes.count { $0 == .accepted } == 199)
        #expect(server.requests.count { $0.token == dead } == 10)
        await client.shutdown()
    }

    @Test("cancels a request that is not answered by its deadline, and tries once more")
    func deadline() async throws {
        let dead = deliveries[2].token.hex
        let server = try ScriptedAPNs { session, request in
            if request.token != dead { session.accept(request) }
        }
        let client = try server.client { $0.requestDeadline = .milliseconds(300) }
        let outcomes = await client.send(notification, to: Array(deliveries[..<5]))
        #expect(outcomes[2] == .failed(.deadline(.milliseconds(300))))
        #expect(outcomes.count { $0 == .accepted } == 4)
        #expect(server.requests.count { $0.token == dead } == 2)
        await client.shutdown()
    }

    @Test("is not held by a server that takes everything and never answers")
    func neverAnswers() async throws {
        let server = try ScriptedAPNs { _, _ in }
        let client = try server.client {
            $0.requestDeadline = .milliseconds(50)
            $0.patience = .milliseconds(200)
        }
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .unserved(.deadline(.milliseconds(50))) })
        await client.shutdown()
    }

    @Test("is not held by a connection that has died without a word")
    func halfOpen() async throws {
        let server = try ScriptedAPNs()
        let client = try server.client {
            $0.pingInterval = .milliseconds(50)
            $0.pingDeadline = .milliseconds(50)
            $0.connectDeadline = .milliseconds(100)
            $0.patience = .milliseconds(200)
        }
        #expect(await client.send(notification, to: deliveries[0]) == .accepted)
        server.freeze()
        guard case .unserved = await client.send(notification, to: deliveries[0]) else {
            Issue.record("not failed")
            return
        }
        #expect(await client.statistics().ambiguous >= 1)
        await client.shutdown()
    }

    @Test("opens a new connection when the old one was closed in idleness")
    func closedWhileIdle() async throws {
        let server = try ScriptedAPNs { session, request in
            session.accept(request)
            if request.connection == 1 { session.goAway() }
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries[0]) == .accepted)
        #expect(await client.send(notification, to: deliveries[1]) == .accepted)
        #expect(server.requests.map(\.connection) == [1, 2])
        await client.shutdown()
    }
}

/// Counts requests by connection.
private final class PerConnection: Sendable {
    private let counts = Mutex<[Int: Int]>([:])

    func count(_ connection: Int) -> Int {
        counts.withLock { counts in
            counts[connection, default: 0] += 1
            return counts[connection, default: 0]
        }
    }
}

extension ScriptedAPNs {
    /// Each delivery was answered on exactly one request.
    func expectEachAnsweredOnce(_ deliveries: [APNsDelivery], where isAnswered: (Request) -> Bool) throws {
        let answered = requests.filter(isAnswered)
        #expect(answered.count == deliveries.count)
        #expect(Set(answered.map(\.token)) == Set(deliveries.map(\.token.hex)))
    }
}
