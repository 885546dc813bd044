import PushCrypto
import Testing

@testable import pushy

@Suite("pushy check")
struct CheckTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func check(trusting caFile: String) async throws -> Outcome {
        await run(
            "check",
            environment: [
                "PUSHY_APNS_KEY": try P256.PrivateKey.generate().pem, "PUSHY_APNS_KEY_ID": "ABC123DEFG",
                "PUSHY_APNS_TEAM_ID": "DEF123GHIJ", "PUSHY_APNS_TOPIC": "com.example.app",
                "PUSHY_APNS_CA_FILE": caFile,
            ]
        )
    }

    @Test("has one line about a CA file that is not there, and goes on with the others")
    func missingFile() async throws {
        let path = "\(directory.path)/ca.pem"
        let outcome = try await check(trusting: path)
        #expect(outcome.exitCode == .failure)
        #expect(outcome.notes == "pushy: 1 of 8 things are wrong: mend them from the top\n")
        #expect(
            outcome.results.contains(
                """
                wrong  CA file     PUSHY_APNS_CA_FILE names \(path), which cannot be read (No such file or directory): mend the \
                path or its permissions

                """
            )
        )
        #expect(outcome.results.contains("note   production  It was not asked: mend the lines above first.\n"))
        #expect(outcome.results.contains("note   sandbox     It was not asked: mend the lines above first.\n"))
    }

    @Test("says of a CA file without certificates what it must hold")
    func uselessFile() async throws {
        let outcome = try await check(trusting: directory.file("ca.pem", holding: "mine"))
        #expect(outcome.results.contains("wrong  CA file     PUSHY_APNS_CA_FILE is not usable. The CA file "))
        #expect(outcome.results.contains("it must hold certificates as PEM.\n"))
    }
}
