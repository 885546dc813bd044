import Foundation
import PushCrypto
import PushyCore
import Testing

@testable import pushy

@Suite("pushy send")
struct SendTests {
    private let directory: TemporaryDirectory

    /// A store with one pro and two free devices.
    init() async throws {
        directory = try TemporaryDirectory()
        let store = try await KVStore.open(
            engine: LMDBEngine(directory: directory.path, access: .server),
            maintenance: nil
        )
        let registry = try await TokenRegistry(in: store, now: { Date() })
        for index in 10...12 {
            let token = try DeviceToken("00112233445566778899aabbccddee\(index)")
            _ = try await registry.register(token, pro: index == 10, environment: nil)
        }
        try await store.close()
    }

    private func send(_ words: String...) async -> Outcome {
        await run(["send", "--data", directory.path] + words)
    }

    @Test("says with --dry-run whom it would reach and what it would say, and needs no APNs for it")
    func dryRun() async {
        let outcome = await send("--title", "Sale", "--body", "Half price", "--audience", "free", "--dry-run")
        #expect(outcome.exitCode == .success)
        #expect(
            outcome.results
                == """
                would go to 2 free devices in production
                {"aps":{"alert":{"title":"Sale","body":"Half price"}}}
                payload: 54 of 4,096 bytes
                On Workers this would take 1 list and 3 reads, which fits into what is left of a free day.

                """
        )
        #expect(outcome.notes == "using the data directory \(directory.path), by --data\n")
    }

    @Test("says no cost with --dry-run to one device, which is found without a list")
    func dryRunToOne() async {
        let outcome = await send("--title", "x", "--token", "00112233445566778899aabbccddee10", "--dry-run")
        #expect(outcome.results.hasPrefix("would go to one device in production\n"))
        #expect(outcome.results.hasSuffix(" of 4,096 bytes\n"))
    }

    @Test("needs something to say")
    func nothingToSay() async {
        let outcome = await send("--dry-run")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.notes.hasPrefix("pushy: --body: "))
    }

    @Test("names the flag that is wrong")
    func wrongFlag() async {
        let outcome = await send("--title", "x", "--image", "http://example.com/a.png", "--dry-run")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.notes.hasPrefix("pushy: --image: "))
    }

    @Test("says what is missing when APNs is not configured and no server is there to send")
    func notConfigured() async {
        let outcome = await send("--title", "x", "--yes")
        #expect(outcome.exitCode == .failure)
        #expect(outcome.notes.contains("APNs is not configured: set PUSHY_APNS_KEY, "))
    }

    @Test("refuses a data directory that is not there")
    func nowhere() async {
        let outcome = await run("send", "--title", "x", "--yes", "--data", "\(directory.path)/elsewhere")
        #expect(outcome.exitCode == .configuration)
        #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/elsewhere"))
    }

    @Test(
        "takes what is for one message from the command line alone",
        arguments: [
            "PUSHY_YES=true", "PUSHY_TITLE=Sale", "PUSHY_BADGE=1", "PUSHY_TOKEN=00112233445566778899",
            "PUSHY_PAYLOAD={}",
        ]
    )
    func standingMessage(line: String) async throws {
        let file = try directory.file("pushy.env", holding: "\(line)\n")
        let name = try #require(line.split(separator: "=").first)
        let outcome = await send("--body", "x", "--dry-run", "--env-file", file)
        #expect(outcome.exitCode == .configuration)
        #expect(
            outcome.notes.hasPrefix("pushy: \(name) (line 1 of \(file)) would hold for every run: take it out, and ")
        )
        #expect(outcome.results.isEmpty)
    }

    @Test("lets a variable say what is no message, such as the environment")
    func standingSetting() async {
        let words = ["send", "--data", directory.path, "--title", "x", "--dry-run"]
        let outcome = await run(words, environment: ["PUSHY_ENVIRONMENT": "sandbox"])
        #expect(outcome.results.hasPrefix("would go to 3 devices in sandbox\n"))
    }

    @Test("sends nothing when nobody is there to confirm")
    func unconfirmed() async throws {
        let outcome = await run(
            "send",
            "--title",
            "x",
            environment: [
                "PUSHY_DATA": directory.path, "PUSHY_APNS_KEY": try P256.PrivateKey.generate().pem,
                "PUSHY_APNS_KEY_ID": "ABC123DEFG", "PUSHY_APNS_TEAM_ID": "DEF123GHIJ",
                "PUSHY_APNS_TOPIC": "com.example.app",
            ]
        )
        #expect(outcome.exitCode == .usage)
        #expect(outcome.notes.hasSuffix("confirm 3 devices in production: add --yes to send without asking\n"))
    }
}
