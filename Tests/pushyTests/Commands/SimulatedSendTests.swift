import APNsSimulator
import Foundation
import HTTP2
import PushCrypto
import PushyServer
import Testing

@testable import pushy

@Suite("pushy send and pushy check, before a simulated APNs")
struct SimulatedSendTests {
    private let directory: TemporaryDirectory
    private let settings: [String: String]
    private let simulator: APNsSimulator

    /// A store with three devices, one of them dead, and an APNs that knows it.
    init() async throws {
        directory = try TemporaryDirectory()
        let key = try P256.PrivateKey.generate()
        var configuration = SimulatorConfiguration()
        configuration.listen = Endpoint(host: "127.0.0.1", port: 0)
        configuration.topic = "com.example.app"
        configuration.providerKey = try key.publicKey
        let future = Int64(Date().timeIntervalSince1970 + 3600) * 1000
        configuration.rules = SimulatorRules([
            .refuse(.unregistered, timestamp: future).forTokens(beginningWith: "dead")
        ])
        simulator = APNsSimulator(configuration)
        let endpoint = try simulator.start()
        settings = [
            "PUSHY_DATA": "\(directory.path)/data", "PUSHY_APNS_KEY": try key.pem,
            "PUSHY_APNS_KEY_ID": "ABC123DEFG", "PUSHY_APNS_TEAM_ID": "DEF123GHIJ",
            "PUSHY_APNS_TOPIC": "com.example.app",
            "PUSHY_APNS_PRODUCTION_URL": "https://\(endpoint)", "PUSHY_APNS_SANDBOX_URL": "https://\(endpoint)",
            "PUSHY_APNS_CA_FILE": try directory.file(
                "ca.pem",
                holding: String(decoding: simulator.authorityText, as: UTF8.self)
            ),
            "PUSHY_APP_KEY": "app", "PUSHY_ADMIN_KEY": "admin", "PUSHY_LISTEN": "127.0.0.1:0",
        ]
        let store = try await KVStore.open(
            engine: LMDBEngine(directory: "\(directory.path)/data", access: .server),
            maintenance: nil
        )
        let registry = try await TokenRegistry(in: store, now: { Date() })
        for token in ["00112233445566778899", "99112233445566778899", "dead2233445566778899"] {
            _ = try await registry.register(try DeviceToken(token), pro: true, environment: .production)
        }
        try await store.close()
    }

    @Test("sends by itself when no server runs, and says what became of each")
    func alone() async {
        let outcome = await run("send", "--title", "Hi", "--yes", environment: settings)
        #expect(outcome.exitCode == .success)
        #expect(outcome.notes.contains(": no server runs, so it is sent from here\n"))
        #expect(outcome.results.hasPrefix("done after "))
        #expect(outcome.results.contains(" s: 3 of 3 devices\n"))
        #expect(outcome.results.contains("  accepted           2  APNs took it\n"))
        #expect(outcome.results.contains("  removed            1  the app is gone from the device"))
        #expect(simulator.deliveries.count == 2)
        #expect(await run("tokens", "count", environment: settings).results.hasPrefix("all          2\n"))
        await simulator.stop()
    }

    @Test("lets the server send that runs on the same store")
    func beside() async throws {
        let silence = Console(printResult: { _ in }, printNote: { _ in })
        let server = try await RunningServer(
            ServerConfiguration(Inputs(flags: [:], environment: settings, file: nil)),
            log: Log(format: .text, console: silence, now: { Date() })
        )
        // One process opens a store once, so the command runs as one of its own.
        let outcome = try await BuiltProgram.run("send", "--title", "Hi", "--yes", environment: settings)
        #expect(outcome.exitCode == .success)
        #expect(outcome.notes.contains(": the server sends it\n"))
        #expect(simulator.deliveries.count == 2)
        await server.stop()
        await simulator.stop()
    }

    @Test("finds nothing wrong when nothing is")
    func check() async {
        let outcome = await run("check", environment: settings)
        #expect(outcome.exitCode == .success)
        #expect(outcome.results.contains("ok     production  https://127.0.0.1:"))
        await simulator.stop()
    }

    @Test("names the topic that APNs does not allow")
    func wrongTopic() async {
        let outcome = await run(
            "check",
            environment: settings.merging(["PUSHY_APNS_TOPIC": "com.example.other"]) { $1 }
        )
        #expect(outcome.exitCode == .failure)
        #expect(outcome.results.contains("wrong  sandbox     https://127.0.0.1:"))
        await simulator.stop()
    }
}
