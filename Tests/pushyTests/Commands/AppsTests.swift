import Testing
import WorkersKV

@testable import pushy

@Suite("pushy apps")
struct AppsTests {
    private let directory: TemporaryDirectory

    /// A data directory as a server leaves it.
    init() async throws {
        directory = try TemporaryDirectory()
        try await KVStore.open(engine: LMDBEngine(directory: directory.path, access: .server), maintenance: nil).close()
    }

    private func apps(_ words: String...) async -> Outcome {
        await run(["apps"] + words + ["--data", directory.path])
    }

    @Test("creates, shows, lists, changes and deletes an app, and says which directory it acts on")
    func life() async {
        let created = await apps("create", "atlas", "--name", "Atlas")
        #expect(created.results.contains("api key     pg_live_"))
        #expect(created.results.contains("client key  pg_app_"))
        #expect(created.notes == "using the data directory \(directory.path), by --data\n")
        #expect(await apps("list").results == "default\tdefault\natlas\tAtlas\n")
        #expect(await apps("change", "atlas", "--name", "Map").results == "Changed atlas.\n")
        #expect(await apps("show", "atlas").results.hasPrefix(#"{"id":"atlas","name":"Map","created_at":"20"#))
        #expect(await apps("delete", "atlas", "--yes").results == "Deleted atlas.\n")
        #expect(await apps("list").results == "default\tdefault\n")
    }

    @Test("prints a new key of the kind that is asked for")
    func rotation() async {
        _ = await apps("create", "atlas")
        #expect(await apps("rotate-key", "atlas").results.hasPrefix("pg_live_"))
        #expect(await apps("rotate-key", "atlas", "--key", "client").results.hasPrefix("pg_app_"))
    }

    @Test("deletes nothing that nobody agreed to")
    func asking() async {
        _ = await apps("create", "atlas")
        #expect(await apps("delete", "atlas").exitCode == .failure)
        #expect(await apps("list").results.contains("atlas"))
    }

    @Test("says what is wrong with an id, and which app is not there")
    func mistakes() async {
        #expect(await apps("create", "My App").exitCode == .usage)
        #expect(await apps("change", "atlas").exitCode == .usage)
        let unknown = await apps("show", "atlas")
        #expect(unknown.exitCode == .failure)
        #expect(unknown.notes.hasSuffix("There is no app atlas. pushy apps list shows those there are.\n"))
        _ = await apps("create", "atlas")
        #expect(await apps("create", "atlas").notes.contains("There is an app atlas already."))
    }
}
