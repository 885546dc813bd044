import APNsSimulator
import Foundation
import HTTP2
import PushCrypto
import Testing

@testable import APNs
@testable import PushyCore

/// A store of devices, and broadcasts to them through an APNs that fails as it is told.
struct FaultBench {
    let bench: Bench
    let tokens: [DeviceToken]
    let simulator: APNsSimulator
    let client: APNsClient
    let broadcasts: Broadcasts

    /// How many devices there are, and how APNs and the client before it behave.
    struct Setup {
        var deviceCount = 1_000
        var simulator = SimulatorConfiguration()
        var client = APNsClientConfiguration()
        /// Whether the client trusts the system's authorities, and so not the simulator's.
        var isTrustingSystem = false
        private let key: P256.PrivateKey

        /// A client with short pauses, and an APNs that goes by the rules.
        init(_ rules: [SimulatorRule] = []) throws {
            key = try P256.PrivateKey.generate()
            simulator.listen = Endpoint(host: "127.0.0.1", port: 0)
            simulator.providerKey = try key.publicKey
            simulator.topic = "com.example.app"
            simulator.streamLimit = 100
            simulator.rules = SimulatorRules(rules)
            // A busy machine must not look like an APNs that hangs, whose requests are repeated.
            client.connectDeadline = .seconds(3600)
            client.requestDeadline = .seconds(3600)
            client.pingDeadline = .seconds(3600)
            client.firstRetryDelay = .milliseconds(4)
            client.longestRetryDelay = .milliseconds(30)
        }

        fileprivate func start() throws -> (APNsSimulator, APNsClient) {
            let running = APNsSimulator(simulator)
            let port = try running.start().port
            var client = client
            if !isTrustingSystem { client.trust = .certificates(running.authorityText) }
            let credentials = try APNsCredentials(key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
            let sender = try APNsClient(
                endpoint: APNsEndpoint(url: "https://127.0.0.1:\(port)"),
                tokens: ProviderTokenSource(credentials: credentials),
                configuration: client
            )
            return (running, sender)
        }
    }

    /// Runs a test on devices numbered from 0.
    static func run(_ setup: Setup, _ test: (FaultBench) async throws -> Void) async throws {
        try await Bench.run { bench in
            let tokens = try await bench.register(setup.deviceCount)
            let (simulator, client) = try setup.start()
            let broadcasts = try await bench.broadcasts(through: client, clock: SteppedClock())
            let running = FaultBench(
                bench: bench,
                tokens: tokens,
                simulator: simulator,
                client: client,
                broadcasts: broadcasts
            )
            try await test(running)
            await broadcasts.stop()
            await client.shutdown()
            await simulator.stop()
        }
    }

    /// Sends to all devices, until it is over or has paused itself.
    func send() async throws -> Broadcast {
        try await broadcasts.send(.hello())
    }

    /// Lets a broadcast that has paused itself try again.
    func tryAgain(_ broadcast: Broadcast) async throws -> Broadcast {
        bench.moment.advance(by: Broadcast.retryInterval)
        await broadcasts.advance()
        await broadcasts.senders[broadcast.id]?.value
        return try await broadcasts.broadcast(broadcast.id)
    }

    /// Checks the end of a broadcast device by device: who was accepted has the notification, under one name however
    /// often it came; who was not has none; only who was removed is no longer registered; and the counts say just that.
    func expectDone(
        _ broadcast: Broadcast,
        repeatsAtMost repeatLimit: Int = 0,
        _ fate: (Int) -> Fate = { _ in .accepted },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(broadcast.state == .done, sourceLocation: sourceLocation)
        var expected = Tally()
        var stray: [Int] = []
        let received = Dictionary(grouping: simulator.deliveries, by: \.token)
        for (number, token) in tokens.enumerated() {
            let fate = fate(number)
            expected.count(fate)
            let names = Set((received[token.hex] ?? []).map { [$0.apnsID, $0.collapseID] })
            if names.count != (fate == .accepted ? 1 : 0) { stray.append(number) }
        }
        #expect(broadcast.tally == expected, sourceLocation: sourceLocation)
        #expect(stray.isEmpty, "\(stray.count) devices, from \(stray.first ?? 0)", sourceLocation: sourceLocation)
        #expect(simulator.deliveries.count - received.count <= repeatLimit, sourceLocation: sourceLocation)
        let left = try await bench.registry.counts().all
        #expect(left == tokens.count - expected.removed, sourceLocation: sourceLocation)
    }
}

extension SimulatorRule {
    /// The same rule, for each so-many-th request.
    func each(_ count: Int) -> SimulatorRule {
        var rule = self
        rule.every = count
        return rule
    }
}
