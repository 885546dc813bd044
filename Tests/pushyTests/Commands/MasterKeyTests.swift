import Foundation
import PushCrypto
import PushyCore
import Synchronization
import Testing
import WorkersKV

@testable import pushy

@Suite("The master key")
struct MasterKeyTests {
    private let directory: TemporaryDirectory
    private let path: String

    /// A data directory as a server leaves it, and an env file as `pushy init` does.
    init() async throws {
        directory = try TemporaryDirectory()
        path = "\(directory.path)/pushy.env"
        try await KVStore.open(engine: LMDBEngine(directory: directory.path, access: .server), maintenance: nil).close()
        _ = await run("init", "--env-file", path)
    }

    private func apps(_ words: String...) async -> Outcome {
        await run(["apps"] + words + ["--data", directory.path, "--env-file", path])
    }

    private var file: EnvironmentFile {
        get throws { try EnvironmentFile(path: path) }
    }

    @Test("is made by init, and seals the credentials that the command line takes")
    func credentials() async throws {
        let p8 = try directory.file("AuthKey.p8", holding: try P256.PrivateKey.generate().pem)
        let created = await apps(
            "create",
            "atlas",
            "--p8-file",
            p8,
            "--key-id",
            "ABC123DEFG",
            "--team-id",
            "DEF123GHIJ",
            "--bundle-id",
            "com.example.atlas",
            "--vapid-subject",
            "mailto:me@example.com"
        )
        #expect(created.exitCode == .success)
        #expect(await apps("show", "atlas").results.contains(#""bundle_id":"com.example.atlas""#))
        let wrong = await apps("change", "atlas", "--key-id", "short")
        #expect(wrong.exitCode == .usage)
        #expect(wrong.notes.contains("apns.key_id: "))
        #expect(await apps("change", "atlas", "--remove", "apns,vapid").exitCode == .success)
        #expect(await apps("show", "atlas").results.contains(#""apns":null,"fcm":null,"vapid":null"#))
    }

    @Test("is rotated by a command: the env file holds a new one, and all else as before")
    func rotation() async throws {
        _ = await apps("create", "atlas", "--vapid-subject", "mailto:me@example.com")
        let before = try file.lines
        #expect(await apps("rotate-master-key").exitCode == .success)
        let after = try file.lines
        #expect(after["PUSHY_MASTER_KEY"]?.value != before["PUSHY_MASTER_KEY"]?.value)
        #expect(after["PUSHY_APP_KEY"] == before["PUSHY_APP_KEY"])
        #expect(after["PUSHY_MASTER_KEY_FORMER"] == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(await apps("change", "atlas", "--new-vapid-key").exitCode == .success)
    }

    @Test("is carried through by the command, or by the server's start, where its rotation was cut short")
    func cutShort() async throws {
        _ = await apps("create", "atlas", "--vapid-subject", "mailto:me@example.com")
        for finish in [finishByCommand, { _ = try await finishByServer() }] {
            let former = try #require(try file.lines["PUSHY_MASTER_KEY"]?.value)
            try EnvironmentFile.rewrite(
                at: path,
                [("PUSHY_MASTER_KEY_FORMER", former), ("PUSHY_MASTER_KEY", MasterKey.randomText())]
            )
            #expect(await apps("change", "atlas", "--new-vapid-key").exitCode == .configuration)
            try await finish()
            #expect(await apps("change", "atlas", "--new-vapid-key").exitCode == .success)
            try EnvironmentFile.rewrite(at: path, [("PUSHY_MASTER_KEY_FORMER", nil)])
        }
    }

    private func finishByCommand() async throws {
        #expect(await apps("rotate-master-key").exitCode == .success)
        #expect(try file.lines["PUSHY_MASTER_KEY_FORMER"] == nil)
    }

    /// Starts a server and stops it.
    ///
    /// - Returns: what it said.
    @discardableResult
    private func finishByServer() async throws -> String {
        let configuration = try ServerConfiguration(
            Inputs(
                flags: ["env-file": path, "data": directory.path, "listen": "127.0.0.1:0"],
                environment: [:]
            )
        )
        let notes = Mutex("")
        let console = Console(printResult: { _ in }, printNote: { line in notes.withLock { $0 += line + "\n" } })
        let log = Log(format: .text, console: console, now: { Date() })
        let server = try await RunningServer(configuration, log: log)
        await server.stop()
        return notes.withLock { $0 }
    }

    @Test("is asked for at the start where credentials are kept under one, and nowhere else")
    func missing() async throws {
        try EnvironmentFile.rewrite(at: path, [("PUSHY_MASTER_KEY", nil)])
        #expect(try await !finishByServer().contains("PUSHY_MASTER_KEY"))
        try EnvironmentFile.rewrite(at: path, [("PUSHY_MASTER_KEY", MasterKey.randomText())])
        _ = await apps("create", "atlas", "--vapid-subject", "mailto:me@example.com")
        #expect(try await !finishByServer().contains("PUSHY_MASTER_KEY"))
        try EnvironmentFile.rewrite(at: path, [("PUSHY_MASTER_KEY", nil)])
        let said = try await finishByServer()
        #expect(said.contains("the store holds of atlas: set the PUSHY_MASTER_KEY that they are kept under"))
    }

    @Test("that is not the one in force keeps a server from starting, and says which is wanted")
    func wrongKey() async throws {
        _ = await apps("create", "atlas", "--vapid-subject", "mailto:me@example.com")
        try EnvironmentFile.rewrite(at: path, [("PUSHY_MASTER_KEY", MasterKey.randomText())])
        let complaint = await #expect(throws: Complaint.self) { try await finishByServer() }
        #expect(complaint?.exitCode == .configuration)
        #expect(complaint?.sentence.contains("Take the one that was made last") == true)
    }

    @Test("that is lost is not replaced while something is kept under it, and is once that was taken away")
    func lost() async throws {
        _ = await apps("create", "atlas", "--vapid-subject", "mailto:me@example.com")
        for lost in [nil, MasterKey.randomText()] {
            try EnvironmentFile.rewrite(at: path, [("PUSHY_MASTER_KEY", lost)])
            let before = try String(contentsOfFile: path, encoding: .utf8)
            let refused = await apps("rotate-master-key")
            #expect(refused.exitCode == .configuration)
            #expect(refused.notes.contains("pushy apps change ID --remove"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
        }
        #expect(await apps("change", "atlas", "--remove", "vapid").exitCode == .success)
        #expect(await apps("rotate-master-key").exitCode == .success)
        #expect(await apps("change", "atlas", "--vapid-subject", "mailto:me@example.com").exitCode == .success)
    }

    @Test("that is malformed is refused without being shown")
    func malformed() async throws {
        try EnvironmentFile.rewrite(at: path, [("PUSHY_MASTER_KEY", "secret")])
        let outcome = await apps("list")
        #expect(outcome.exitCode == .configuration)
        #expect(outcome.notes.contains("take the 43 characters that pushy init made"))
        #expect(!outcome.notes.contains("secret"))
    }

    @Test("is not rotated where the env file does not hold it")
    func elsewhere() async throws {
        let key = MasterKey.randomText()
        let outcome = await run(
            ["apps", "rotate-master-key", "--data", directory.path, "--env-file", path],
            environment: ["PUSHY_MASTER_KEY": key]
        )
        #expect(outcome.exitCode == .configuration)
        let nowhere = await run(["apps", "rotate-master-key", "--data", directory.path])
        #expect(nowhere.exitCode == .usage)
    }
}
