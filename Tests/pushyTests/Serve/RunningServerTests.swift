import Foundation
import Synchronization
import Testing

@testable import pushy

@Suite("A running server")
struct RunningServerTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Lines of a log that is kept.
    private final class Lines: Sendable {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }

        func log(_ format: LogConfiguration.Format = .text) -> Log {
            let console = Console(printResult: { _ in }, printNote: { line in self.kept.withLock { $0.append(line) } })
            return Log(format: format, console: console, now: { Date(timeIntervalSince1970: 0) })
        }
    }

    private func server(_ settings: [String: String] = [:], log: Log) async throws -> RunningServer {
        let environment = [
            "PUSHY_APP_KEY": "the key of the app", "PUSHY_ADMIN_KEY": "the key of the owner",
            "PUSHY_LISTEN": "127.0.0.1:0",
            "PUSHY_DATA": "\(directory.path)/data",
        ]
        let inputs = Inputs(flags: [:], environment: environment.merging(settings) { $1 }, file: nil)
        return try await RunningServer(ServerConfiguration(inputs), log: log)
    }

    private func sentence(_ settings: [String: String]) async -> String? {
        await #expect(throws: Complaint.self) { try await server(settings, log: Lines().log()) }?.sentence
    }

    @Test("says which data directory it uses, what APNs still needs, and where it listens")
    func announces() async throws {
        let lines = Lines()
        let server = try await server(["PUSHY_APNS_TOPIC": "com.example.app"], log: lines.log())
        await server.stop()
        #expect(lines.all.count == 3)
        #expect(lines.all.first == "using the data directory \(directory.path)/data, by PUSHY_DATA")
        #expect(
            lines.all.dropFirst().first?.contains("set PUSHY_APNS_KEY, PUSHY_APNS_KEY_ID, PUSHY_APNS_TEAM_ID") == true
        )
        #expect(lines.all.last?.contains(/^listening on http:\/\/127\.0\.0\.1:[1-9][0-9]*$/) == true)
    }

    @Test("warns of keys that may be guessed, and starts all the same")
    func shortKeys() async throws {
        let lines = Lines()
        await (try server(["PUSHY_APP_KEY": "app", "PUSHY_ADMIN_KEY": "123456789012345"], log: lines.log())).stop()
        #expect(
            lines.all.prefix(2) == [
                "PUSHY_APP_KEY has only 3 characters and may be guessed: pushy init makes good keys",
                "PUSHY_ADMIN_KEY has only 15 characters and may be guessed: pushy init makes good keys",
            ]
        )
    }

    @Test("speaks JSON to programs")
    func json() async throws {
        let lines = Lines()
        await (try server(log: lines.log(.json))).stop()
        let prefix = #"{"time":"1970-01-01T00:00:00Z","level":"info","message":"listening on http://127.0.0.1:"#
        #expect(lines.all.last?.hasPrefix(prefix) == true)
    }

    @Test("does not start on another server's data directory, and starts once that is free")
    func busy() async throws {
        let first = try await server(log: Lines().log())
        #expect(
            await sentence([:])?.hasPrefix("Another server is using the data directory \(directory.path)/data.") == true
        )
        await first.stop()
        await (try server(log: Lines().log())).stop()
    }

    @Test("does not start on a port that is in use, and leaves no data directory behind")
    func portInUse() async throws {
        let lines = Lines()
        let first = try await server(log: lines.log())
        let address = try #require(lines.all.last?.split(separator: "//").last)
        let settings = ["PUSHY_LISTEN": String(address), "PUSHY_DATA": "\(directory.path)/other"]
        let sentence = await sentence(settings)
        #expect(sentence?.contains("is in use: stop the program that listens there") == true)
        #expect(sentence?.hasSuffix("with --listen or PUSHY_LISTEN, such as --listen 127.0.0.1:8081.") == true)
        #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/other"))
        await first.stop()
        await (try server(settings, log: Lines().log())).stop()
    }

    @Test("does not start with a key that is none, and leaves no data directory behind")
    func unusableKey() async throws {
        let file = try directory.file(
            "key.p8",
            holding: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        )
        #expect(await sentence(["PUSHY_APNS_KEY_FILE": file])?.hasPrefix("The key in \(file) is not usable: ") == true)
        #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/data"))
    }
}
