import APNs
import Foundation
import Testing

@Suite("The client")
struct SendingTests {
    @Test("sends what the notification says, and nothing that it does not say")
    func request() async throws {
        let server = try ScriptedAPNs()
        let client = try server.client()
        let delivery = try APNsDelivery.samples(1)[0]
        #expect(await client.send(try .sample(), to: delivery) == .accepted)

        let request = try #require(server.requests.first)
        #expect(request.token == delivery.token.hex)
        #expect(request.id == delivery.id.text)
        #expect(request.authorization.hasPrefix("bearer ey"))
        #expect(request.topic == "com.example.app")
        #expect(request.pushType == "alert")
        #expect(request.priority == "10")
        #expect(request.expiration == nil)
        #expect(request.collapseID == "b1")
        #expect(request.body == #"{"aps":{"alert":"Hello"}}"#)
        await client.shutdown()
    }

    @Test("says expiration 0, and the topic's suffix")
    func headers() async throws {
        let server = try ScriptedAPNs()
        let client = try server.client()
        let notification = try APNsNotification(
            payload: APNsPayload(json: Array(#"{"aps":{}}"#.utf8), for: .liveactivity),
            topic: APNsTopic("com.example.app"),
            priority: .considerate,
            expiration: .oneAttempt
        )
        #expect(await client.send(notification, to: try APNsDelivery.samples(1)[0]) == .accepted)

        let request = try #require(server.requests.first)
        #expect(request.expiration == "0")
        #expect(request.priority == "5")
        #expect(request.topic == "com.example.app.push-type.liveactivity")
        #expect(request.collapseID == nil)
        await client.shutdown()
    }

    @Test("hands those back after one try that were handed back before, and fare badly again")
    func late() async throws {
        let server = try ScriptedAPNs { session, request in
            session.answer(request, 429, "TooManyRequests")
        }
        let client = try server.client()
        let busy = APNsFailure.unavailable(status: 429, reason: "TooManyRequests")
        #expect(await client.sendLate(try .sample(), to: try APNsDelivery.samples(1)) == [.late(busy)])
        #expect(server.requests.count == 1)
        await client.shutdown()
    }

    @Test("returns the outcomes in the order of the deliveries, each of its own kind")
    func outcomes() async throws {
        let server = try ScriptedAPNs { session, request in
            switch Int(request.token, radix: 16).map({ $0 % 4 }) {
            case 1: session.answer(request, 410, body: #"{"reason":"Unregistered","timestamp":1700000000000}"#)
            case 2: session.answer(request, 400, "BadDeviceToken")
            default: session.accept(request)
            }
        }
        let client = try server.client { $0.connectionCount = 2 }
        let outcomes = await client.send(try .sample(), to: try APNsDelivery.samples(1000))
        for (index, outcome) in outcomes.enumerated() {
            switch index % 4 {
            case 1:
                #expect(
                    outcome == .gone(reason: "Unregistered", since: Date(timeIntervalSince1970: 1_700_000_000))
                )
            case 2: #expect(outcome == .rejected(status: 400, reason: "BadDeviceToken"))
            default: #expect(outcome == .accepted)
            }
        }
        #expect(server.requests.count == 1000)
        #expect(Set(server.requests.map(\.connection)).count == 2)
        await client.shutdown()
    }

    @Test("has nothing to do for nobody")
    func empty() async throws {
        let client = try ScriptedAPNs().client()
        #expect(await client.send(try .sample(), to: []).isEmpty)
        await client.shutdown()
    }

    @Test("lets notifications take turns")
    func turns() async throws {
        let server = try ScriptedAPNs(streamLimit: 10)
        let client = try server.client()
        let deliveries = try APNsDelivery.samples(3000)
        async let large = client.send(try .sample(collapsingBy: "large"), to: Array(deliveries[..<2900]))
        async let small = client.send(try .sample(collapsingBy: "small"), to: Array(deliveries[2900...]))
        #expect(try await large + small == Array(repeating: .accepted, count: 3000))
        let lastOfSmall = server.requests.last { (Int($0.token, radix: 16) ?? 0) >= 2900 }
        let lastOfLarge = server.requests.last { (Int($0.token, radix: 16) ?? 0) < 2900 }
        #expect((lastOfSmall?.number ?? .max) < (lastOfLarge?.number ?? 0))
        await client.shutdown()
    }

    @Test("takes back what is not in flight when its task is cancelled")
    func cancellation() async throws {
        let held = HeldAnswers()
        let server = try ScriptedAPNs(streamLimit: 10) { held.hold($0, $1) }
        let client = try server.client()
        let deliveries = try APNsDelivery.samples(1000)
        let sending = Task { await client.send(try .sample(), to: deliveries) }
        await held.wait(for: 1)
        sending.cancel()
        while await client.statistics().waiting > 0 { await Task.yield() }
        held.release()
        let outcomes = try await sending.value
        #expect(outcomes.count { $0 == .failed(.shutDown) } >= 980)
        #expect(outcomes.contains(.accepted))
        await client.shutdown()
    }

    @Test("uses one provider token for all")
    func oneToken() async throws {
        let server = try ScriptedAPNs()
        let client = try server.client { $0.connectionCount = 2 }
        _ = await client.send(try .sample(), to: try APNsDelivery.samples(500))
        #expect(Set(server.requests.map(\.authorization)).count == 1)
        await client.shutdown()
    }

    @Test("counts what it does")
    func statistics() async throws {
        let server = try ScriptedAPNs(streamLimit: 100)
        let client = try server.client()
        _ = await client.send(try .sample(), to: try APNsDelivery.samples(10))
        let statistics = await client.statistics()
        #expect(statistics.openConnections == 1)
        #expect(statistics.connectionsOpened == 1)
        #expect(statistics.answers == [200: 10])
        #expect(statistics.window == 100)
        #expect(statistics.inFlight == 0)
        #expect(statistics.waiting == 0)
        #expect(statistics.latencyCounts.reduce(0, +) == 10)
        #expect(statistics.trouble == nil)
        #expect(statistics.providerTokenAge != nil)
        await client.shutdown()
    }

    @Test("that is shut down sends nothing more, and says so")
    func shutDown() async throws {
        let server = try ScriptedAPNs()
        let client = try server.client()
        let delivery = try APNsDelivery.samples(1)[0]
        #expect(await client.send(try .sample(), to: delivery) == .accepted)
        await client.shutdown()
        #expect(await client.send(try .sample(), to: delivery) == .failed(.shutDown))
        await client.shutdown()
        #expect(await client.statistics() == APNsStatistics())
    }

    @Test("waits for what is in flight when it is shut down, and fails what is not")
    func graceful() async throws {
        let held = HeldAnswers()
        let server = try ScriptedAPNs(streamLimit: 2) { held.hold($0, $1) }
        let client = try server.client()
        async let outcomes = client.send(try .sample(), to: try APNsDelivery.samples(5))
        await held.wait(for: 2)
        async let end: Void = client.shutdown(grace: .seconds(60))
        await client.isShuttingDown()
        held.release()
        #expect(
            try await outcomes.sorted { "\($0)" < "\($1)" } == [
                .accepted, .accepted, .failed(.shutDown), .failed(.shutDown), .failed(.shutDown),
            ]
        )
        await end
    }

    @Test("is not made with counts of 0 or a CA file that is none")
    func configuration() throws {
        let server = try ScriptedAPNs()
        #expect(throws: APNsClientConfiguration.Invalid.self) { try server.client { $0.connectionCount = 0 } }
        #expect(throws: APNsClientConfiguration.Invalid.self) { try server.client { $0.attemptLimit = 0 } }
        let invalid = #expect(throws: APNsClientConfiguration.Invalid.self) {
            try server.client { $0.trust = .file("/nowhere/ca.pem") }
        }
        #expect(invalid?.description.contains("/nowhere/ca.pem") == true)
    }
}
