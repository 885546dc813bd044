import APNs
import APNsSimulator
import Foundation
import HTTP2
import PushCrypto
import Testing

@Suite("Before an APNs that checks as Apple's does, the client")
struct SimulatorTests {
    let key: P256.PrivateKey
    let notification: APNsNotification

    init() throws {
        key = try P256.PrivateKey.generate()
        notification = try .sample()
    }

    @Test("is accepted, header by header", arguments: APNsPushType.allCases)
    func everyPushType(pushType: APNsPushType) async throws {
        let topic = try APNsTopic("com.example.app")
        let simulator = try startSimulator { $0.topic = topic.text(for: pushType) }
        let client = try client(of: simulator)
        let json = pushType == .background ? #"{"aps":{"content-available":1}}"# : #"{"aps":{"alert":"Grüße 👋"}}"#
        let notification = try APNsNotification(
            payload: APNsPayload(json: Array(json.utf8), for: pushType),
            topic: topic,
            expiration: APNsExpiration(unixSeconds: 1_900_000_000),
            collapseID: APNsCollapseID("b1")
        )
        let delivery = try APNsDelivery.samples(1)[0]
        #expect(await client.send(notification, to: delivery) == .accepted)

        let received = try #require(simulator.deliveries.first)
        #expect(received.token == delivery.token.hex)
        #expect(received.apnsID == delivery.id.text)
        #expect(received.collapseID == "b1")
        #expect(received.pushType == pushType.rawValue)
        #expect(received.priority == (pushType == .background ? 5 : 10))
        #expect(received.expiration == 1_900_000_000)
        #expect(received.payload == json)
        await client.shutdown()
        await simulator.stop()
    }

    @Test("with another team's key is told so, and does not try again")
    func anotherKey() async throws {
        let simulator = try startSimulator { $0.providerKey = try? P256.PrivateKey.generate().publicKey }
        let client = try client(of: simulator)
        let outcomes = await client.send(notification, to: try APNsDelivery.samples(20))
        #expect(outcomes.allSatisfy { $0 == .rejected(status: 403, reason: "InvalidProviderToken") })
        await client.shutdown()
        await simulator.stop()
    }

    @Test("whose clock is two hours off says that the clock is wrong", arguments: [-7200.0, 7200.0])
    func wrongClock(offset: TimeInterval) async throws {
        let simulator = try startSimulator { $0.now = { Date() + offset } }
        let client = try client(of: simulator)
        let outcomes = await client.send(notification, to: try APNsDelivery.samples(20))
        for outcome in outcomes {
            guard case .rejected(403, let reason) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(reason.blame == .configuration)
        }
        await client.shutdown()
        await simulator.stop()
    }

    @Test("with another app's topic is told so")
    func anotherTopic() async throws {
        let simulator = try startSimulator { $0.topic = "com.example.other" }
        let client = try client(of: simulator)
        let outcomes = await client.send(notification, to: try APNsDelivery.samples(20))
        #expect(outcomes.allSatisfy { if case .rejected(400, _) = $0 { true } else { false } })
        await client.shutdown()
        await simulator.stop()
    }

    @Test("that finds an older HTTP there says so, at once")
    func olderHTTP() async throws {
        let simulator = try startSimulator { $0.speaksHTTP2 = false }
        let client = try client(of: simulator)
        guard case .unserved(.notHTTP2(let words)) = await client.send(notification, to: try APNsDelivery.samples(1)[0])
        else {
            Issue.record("not failed")
            return
        }
        #expect(words.contains("HTTP/2"))
        await client.shutdown()
        await simulator.stop()
    }

    @Test("loses nothing and doubles nothing but what was in flight, whatever goes wrong at once")
    func storm() async throws {
        let dead = 300
        let simulator = try startSimulator {
            $0.streamLimitBeforeFirstToken = 1
            $0.streamLimit = 100
            $0.rules = SimulatorRules([
                .refuse(.unregistered, timestamp: 1_700_000_000_123).forTokens(beginningWith: "dead"),
                SimulatorRule(.goAway(lastStream: .before)).after(200).times(2),
                SimulatorRule(.drop).after(500).times(1),
                SimulatorRule(.dropInAnswer).after(900).times(1),
                SimulatorRule(.reset(.refusedStream)).after(1000).times(150),
                SimulatorRule(.streamLimit(1)).after(1200).times(1),
                SimulatorRule(.streamLimit(100)).after(1300).times(1),
                SimulatorRule(.refuse(status: 503, reason: "ServiceUnavailable")).after(1500).times(400),
                SimulatorRule(.refuse(status: 500, reason: "InternalServerError")).after(2500).times(30),
                SimulatorRule(.refuse(status: 429, reason: "TooManyRequests")).after(3000).times(30),
            ])
        }
        let client = try client(of: simulator) { $0.connectionCount = 2 }
        var deliveries = try APNsDelivery.samples(4000)
        for index in 0..<dead { deliveries[index * 7] = try Self.deadDelivery(index) }
        let outcomes = await client.send(notification, to: deliveries)

        let byToken = Dictionary(grouping: simulator.deliveries, by: \.token)
        for (delivery, outcome) in zip(deliveries, outcomes) {
            let received = byToken[delivery.token.hex] ?? []
            if delivery.token.hex.hasPrefix("dead") {
                #expect(
                    outcome
                        == .gone(reason: "Unregistered", since: Date(timeIntervalSince1970: 1_700_000_000.123))
                )
                #expect(received.isEmpty)
            } else {
                #expect(outcome == .accepted)
                #expect(Set(received.map(\.apnsID)) == [delivery.id.text])
            }
        }
        let repeats = simulator.deliveries.count - byToken.count
        #expect(repeats <= 200, "No more than both connections' windows may come twice.")
        await client.shutdown()
        await simulator.stop()
    }

    @Test("that nobody holds any more closes its connections")
    func letGo() async throws {
        let simulator = try startSimulator { _ in }
        weak var gone: APNsClient?
        do {
            let client = try client(of: simulator)
            gone = client
            #expect(await client.send(notification, to: try APNsDelivery.samples(1)[0]) == .accepted)
        }
        #expect(gone == nil)
        await simulator.stop()
    }

    private static func deadDelivery(_ number: Int) throws -> APNsDelivery {
        let digits = String(number, radix: 16)
        return APNsDelivery(token: try DeviceToken("dead" + String(repeating: "0", count: 12 - digits.count) + digits))
    }

    private func startSimulator(_ configure: (inout SimulatorConfiguration) -> Void) throws -> APNsSimulator {
        var configuration = SimulatorConfiguration()
        configuration.listen = Endpoint(host: "127.0.0.1", port: 0)
        configuration.providerKey = try key.publicKey
        configure(&configuration)
        let simulator = APNsSimulator(configuration)
        try simulator.start()
        return simulator
    }

    private func client(
        of simulator: APNsSimulator,
        _ change: (inout APNsClientConfiguration) -> Void = { _ in }
    ) throws -> APNsClient {
        let port = try #require(simulator.endpoint?.port)
        var configuration = APNsClientConfiguration()
        configuration.trust = .certificates(simulator.authorityText)
        configuration.firstRetryDelay = .milliseconds(4)
        configuration.longestRetryDelay = .milliseconds(30)
        configuration.attemptLimit = 20
        change(&configuration)
        let credentials = try APNsCredentials(key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        return try APNsClient(
            endpoint: APNsEndpoint(url: "https://127.0.0.1:\(port)"),
            tokens: ProviderTokenSource(credentials: credentials),
            configuration: configuration
        )
    }
}
