import APNs
import HTTP2
import Synchronization
import Testing

@Suite("When single requests make APNs end the connection, the client")
struct PoisonTests {
    let deliveries: [APNsDelivery]
    let notification: APNsNotification

    init() throws {
        deliveries = try APNsDelivery.samples(1000)
        notification = try .sample()
    }

    @Test("gives up these alone, and repeats others little", arguments: [[300], [0], [999], [10, 300, 301, 800]])
    func cut(poison: [Int]) async throws {
        let tokens = Set(poison.map { deliveries[$0].token.hex })
        let server = try ScriptedAPNs(streamLimit: 500) { session, request in
            if tokens.contains(request.token) { session.drop() } else { session.accept(request) }
        }
        let client = try server.client { $0.connectionCount = 2 }
        expectOnlyFailed(poison, await client.send(notification, to: deliveries))
        // Each is sent once among all, and answered once apart; besides, a poison takes its group down until it is alone,
        // and is tried five times alone.
        let groupsOfOne = 125 + 32 + 8 + 2 + 5
        #expect(server.requests.count <= 2 * deliveries.count + poison.count * groupsOfOne)
        await client.shutdown()
    }

    @Test("gives up these alone when each connection goes away before them", arguments: [[300], [0], [10, 300]])
    func goAway(poison: [Int]) async throws {
        let tokens = Set(poison.map { deliveries[$0].token.hex })
        let gone = Mutex<Set<Int>>([])
        let server = try ScriptedAPNs(streamLimit: 500) { session, request in
            guard gone.withLock({ !$0.contains(request.connection) }) else { return }
            if tokens.contains(request.token) {
                gone.withLock { _ = $0.insert(request.connection) }
                session.goAway(lastStreamID: max(0, request.stream - 2))
            } else {
                session.accept(request)
            }
        }
        let client = try server.client { $0.connectionCount = 2 }
        expectOnlyFailed(poison, await client.send(notification, to: deliveries))
        await client.shutdown()
    }

    @Test("sends the others on while it tries the one")
    func othersGoOn() async throws {
        let poison = deliveries[0].token.hex
        let server = try ScriptedAPNs(streamLimit: 50) { session, request in
            if request.token == poison { session.drop() } else { session.accept(request) }
        }
        let client = try server.client {
            $0.connectionCount = 2
            $0.attemptLimit = .max
        }
        async let poisoned = client.send(notification, to: deliveries[0])
        let others = await client.send(notification, to: Array(deliveries[1...]))
        #expect(others.allSatisfy { $0 == .accepted })
        await client.shutdown()
        #expect(await poisoned == .failed(.shutDown))
    }

    @Test("hands back what was in flight when the connection broke during a shutdown")
    func shutdown() async throws {
        let held = HeldAnswers()
        let server = try ScriptedAPNs { held.hold($0, $1) }
        let client = try server.client()
        async let outcomes = client.send(notification, to: Array(deliveries[..<3]))
        await held.wait(for: 3)
        async let shuttingDown: Void = client.shutdown()
        await client.isShuttingDown()
        await server.stop()
        #expect(await outcomes == Array(repeating: .failed(.shutDown), count: 3))
        await shuttingDown
    }

    @Test("takes an APNs that cuts every connection for an outage, and sends it little more")
    func outage() async throws {
        let server = try ScriptedAPNs(streamLimit: 500) { session, _ in session.drop() }
        let client = try server.client {
            $0.connectionCount = 2
            $0.firstRetryDelay = .seconds(3600)
            $0.longestRetryDelay = .seconds(3600)
            $0.patience = .milliseconds(200)
        }
        for outcome in await client.send(notification, to: deliveries) {
            guard case .unserved(.connectionLost) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
        #expect(Set(server.requests.map(\.connection)).count <= 12)
        await client.shutdown()
    }

    @Test("loses nothing to an APNs that cuts every connection for a while")
    func shortOutage() async throws {
        let server = try ScriptedAPNs(streamLimit: 500) { session, request in
            if request.connection <= 16 { session.drop() } else { session.accept(request) }
        }
        let client = try server.client { $0.connectionCount = 2 }
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .accepted })
        #expect(server.requests.count { $0.connection > 16 } == deliveries.count)
        await client.shutdown()
    }

    private func expectOnlyFailed(_ poison: [Int], _ outcomes: [APNsOutcome]) {
        for (index, outcome) in outcomes.enumerated() {
            if poison.contains(index) {
                guard case .failed(.connectionLost) = outcome else {
                    Issue.record("\(index) came to \(outcome)")
                    continue
                }
            } else if outcome != .accepted {
                Issue.record("\(index) came to \(outcome)")
            }
        }
    }
}
