import APNs
import PushCrypto
import PushyCore
import Testing

@testable import pushy

@Suite("The check of the credentials")
struct CredentialsCheckTests {
    private func check(_ environment: [String: String]) throws -> CredentialsCheck {
        try APNsConfiguration(Inputs(flags: [:], environment: environment, file: nil)).credentialsCheck
    }

    private func complete() throws -> [String: String] {
        [
            "PUSHY_APNS_KEY": try P256.PrivateKey.generate().pem, "PUSHY_APNS_KEY_ID": "ABC123DEFG",
            "PUSHY_APNS_TEAM_ID": "DEF123GHIJ", "PUSHY_APNS_TOPIC": "com.example.app",
        ]
    }

    @Test("has a line for each of the four, and something to ask APNs with, when all are right")
    func fine() throws {
        let check = try check(complete())
        #expect(
            check.findings.map(\.description) == [
                "ok     key         a P-256 private key", "ok     key ID      ABC123DEFG",
                "ok     team ID     DEF123GHIJ", "ok     topic       com.example.app",
            ]
        )
        #expect(check.usable != nil)
    }

    @Test("names the variable of each that is missing")
    func missing() throws {
        let check = try check([:])
        #expect(check.findings.map(\.verdict) == [.wrong, .wrong, .wrong, .wrong])
        #expect(
            check.findings.first?.sentence.hasPrefix("It is missing: set PUSHY_APNS_KEY or PUSHY_APNS_KEY_FILE. ")
                == true
        )
        #expect(check.usable == nil)
    }

    @Test("says of each what is wrong, in the order of the settings")
    func wrong() throws {
        let check = try check([
            "PUSHY_APNS_KEY": "/path/AuthKey.p8", "PUSHY_APNS_KEY_ID": "short", "PUSHY_APNS_TEAM_ID": "DEF123GHIJ",
            "PUSHY_APNS_TOPIC": "my app",
        ])
        #expect(check.findings.map(\.verdict) == [.wrong, .wrong, .fine, .wrong])
        #expect(check.findings[1].sentence.hasPrefix("The key ID \"short\" is not ten letters and digits."))
    }

    @Test("notices that the key's file is named after another key")
    func otherFile() throws {
        let directory = try TemporaryDirectory()
        var settings = try complete()
        let key = settings.removeValue(forKey: "PUSHY_APNS_KEY")
        settings["PUSHY_APNS_KEY_FILE"] = try directory.file("AuthKey_ZZZ123DEFG.p8", holding: key ?? "")
        let check = try check(settings)
        #expect(check.findings.last?.verdict == .doubtful)
        #expect(check.usable != nil)
    }
}
