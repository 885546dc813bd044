import Foundation
import Testing
import WorkersKV

@testable import pushy

@Suite("pushy tokens")
struct TokensTests {
    private let directory: TemporaryDirectory
    private let token = "00112233445566778899aabbccddeeff"
    private let otherToken = "ffeeddccbbaa99887766554433221100"

    /// A data directory as a server leaves it.
    init() async throws {
        directory = try TemporaryDirectory()
        try await KVStore.open(engine: LMDBEngine(directory: directory.path, access: .server), maintenance: nil).close()
    }

    private func tokens(_ words: String..., environment: [String: String] = [:]) async -> Outcome {
        await run(["tokens"] + words + ["--data", directory.path], environment: environment)
    }

    @Test("registers, counts, lists and removes a device, and says which directory it acts on")
    func life() async {
        #expect(
            await tokens("add", "<\(token.uppercased())>", "--pro", "--environment", "sandbox").results
                == "registered\n"
        )
        #expect(await tokens("add", token, "--pro").results == "unchanged\n")
        let counts = await tokens("count")
        #expect(counts.notes == "using the data directory \(directory.path), by --data\n")
        #expect(
            counts.results
                == """
                all          1
                pro          1
                free         0
                production   0
                sandbox      1
                unspecified  0

                """
        )
        #expect(await tokens("list").results.hasPrefix("\(token)\tpro\tsandbox\t20"))
        #expect(await tokens("remove", token).results == "removed\n")
        #expect(await tokens("remove", token).results == "absent\n")
    }

    @Test("counts for programs as the admin page's route does")
    func countAsJSON() async throws {
        let text = await tokens("count", "--json").results
        let counts = try JSONDecoder().decode([String: Int].self, from: Data(text.utf8))
        #expect(counts.keys.sorted() == ["all", "free", "pro", "production", "sandbox", "unspecified"])
    }

    @Test("lists an audience, an environment, and no more than was asked for")
    func listSome() async {
        _ = await tokens("add", token, "--pro")
        _ = await tokens("add", otherToken, "--environment", "production")
        #expect(await tokens("list", "--audience", "free").results.hasPrefix(otherToken))
        #expect(await tokens("list", "--environment", "sandbox").results == "")
        #expect(await tokens("list", "--limit", "1").results.hasPrefix("\(token)\tpro\t-\t"))
    }

    @Test("refuses a token that is none, and a word that is no environment")
    func mistakes() async {
        let token = await tokens("add", "xyz")
        #expect(token.exitCode == .usage)
        #expect(token.notes.contains("something other than a hexadecimal digit at byte 0"))
        let environment = await tokens("add", self.token, "--environment", "sandbx")
        #expect(environment.notes.hasSuffix("say production or sandbox; did you mean sandbox?\n"))
    }

    @Test("moves a namespace out and in again to the byte")
    func roundTrip() async throws {
        let file = try directory.file(
            "tokens.json",
            holding: """
                [
                {"key":"\(token)","value":"{\\"pro\\":true, \\"plan\\":\\"é\\"}","metadata":{"from":"cf"}},
                {"key":"\(otherToken)","value":"{\\"pro\\":false}"}
                ]

                """
        )
        #expect(await tokens("import", file, "--dry-run").results.hasPrefix("would import 2 new and 0 changed tokens"))
        #expect(await tokens("import", file).results.hasPrefix("imported 2 new and 0 changed tokens"))
        #expect(await tokens("import", file).results.hasPrefix("imported 0 new and 0 changed tokens; 2 unchanged"))

        let copy = "\(directory.path)/copy.json"
        #expect(await tokens("export", copy).notes.hasSuffix("exported 2 devices\n"))
        #expect(
            try String(contentsOfFile: copy, encoding: .utf8)
                == """
                [
                {"key":"\(token)","value":"{\\"pro\\":true, \\"plan\\":\\"é\\"}","metadata":{"from":"cf"}},
                {"key":"\(otherToken)","value":"{\\"pro\\":false}"}
                ]

                """
        )
    }

    @Test("works on the tokens of the app that is named, and no other's")
    func ofAnApp() async throws {
        _ = await run("apps", "create", "atlas", "--data", directory.path)
        #expect(await tokens("add", token, "--app", "atlas").results == "registered\n")
        #expect(await tokens("list").results == "")
        #expect(await tokens("list", "--app", "atlas").results.hasPrefix(token))
        let unknown = await tokens("count", "--app", "atlantis")
        #expect(unknown.notes.hasSuffix("There is no app atlantis. pushy apps list shows those there are.\n"))
    }

    @Test("leaves the file as it was when there is nothing that could be exported")
    func exportWithoutStore() async throws {
        let file = try directory.file("tokens.json", holding: "all that is left")
        let outcome = await run(["tokens", "export", file, "--data", "\(directory.path)/elsewhere"], environment: [:])
        #expect(outcome.exitCode != .success)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "all that is left")
    }

    @Test("lists what an import leaves out, with its place and the reason, and takes the rest")
    func leftOut() async throws {
        let file = try directory.file(
            "tokens.json",
            holding: """
                [{"key":"\(token)","value":"{\\"pro\\":true}"}, 7, {"key":"zz","value":"{\\"pro\\":true}"},
                {"key":"\(otherToken)","value":"later"}]
                """
        )
        let outcome = await tokens("import", file)
        #expect(outcome.exitCode == .failure)
        #expect(outcome.results == "imported 1 new and 0 changed tokens; 0 unchanged, 3 left out\n")
        #expect(outcome.notes.contains("pair 2 is left out: It has no \"key\" that is a text.\n"))
        #expect(outcome.notes.contains("pair 3 is left out: The device token has something other"))
        #expect(
            outcome.notes.contains("pair 4 is left out: Neither value nor metadata say whether this is a pro device")
        )

        let rejects = "\(file).rejects.json"
        #expect(outcome.notes.contains("what is left out stands in \(rejects), each with its reason"))
        let mended = try String(contentsOfFile: rejects, encoding: .utf8).replacing(
            #""value":"later""#,
            with: #""value":"true""#
        )
        #expect(mended.contains(#"{"element":7,"reason":"It has no \"key\" that is a text."}"#))
        let second = await tokens("import", try directory.file("mended.json", holding: mended))
        #expect(second.results == "imported 1 new and 0 changed tokens; 0 unchanged, 2 left out\n")
    }

    @Test("takes what wrangler kv bulk get prints, and says what it made of it")
    func wrangler() async throws {
        let file = try directory.file(
            "tokens.json",
            holding: """
                {
                  "\(token)": "{\\"isPro\\":true,\\"registeredAt\\":1712345678901}",
                  "\(otherToken)": {"value": "", "metadata": {"premium": false}}
                }

                Success!

                """
        )
        #expect(
            await tokens("import", file).results == "imported 2 new and 0 changed tokens; 0 unchanged, 0 left out\n"
        )
        #expect(
            await tokens("list").results
                == "\(token)\tpro\t-\t2024-04-05T19:34:38Z\n\(otherToken)\tfree\t-\t-\n"
        )
    }

    @Test("shows with a dry run what an import would leave out, and changes nothing")
    func dryRun() async throws {
        let file = try directory.file(
            "tokens.json",
            holding: """
                [{"key":"\(token)","value":"true"},{"key":"\(otherToken)","value":"perhaps"},
                {"key":"00112233445566778899","value":"true","expiration":1}]
                """
        )
        let outcome = await tokens("import", file, "--dry-run", environment: ["PUSHY_KV_WRITES": "1"])
        #expect(outcome.results == "would import 1 new and 0 changed tokens; 0 unchanged, 2 left out\n")
        #expect(outcome.notes.contains("pair 2 is left out"))
        #expect(outcome.notes.contains("pair 3 is left out: Invalid expiration of 1."))
        #expect(outcome.notes.contains("1 write is needed, and fits into what is left of the budget today."))
        #expect(!FileManager.default.fileExists(atPath: "\(file).rejects.json"))
        #expect(await tokens("list").results == "")
    }

    @Test("writes nothing of a file that breaks off")
    func brokenOff() async throws {
        let file = try directory.file("tokens.json", holding: #"[{"key":"\#(token)","value":"true"},{"key":"#)
        let outcome = await tokens("import", file)
        #expect(outcome.exitCode == .failure)
        #expect(outcome.notes.contains("Was it cut off?"))
        #expect(await tokens("list").results == "")
    }

    @Test("stops an import when the day's writes are spent, and takes it all outside the budget")
    func budget() async throws {
        let pairs = (10..<20).map { #"{"key":"00112233445566778899aabbccddee\#($0)","value":"{\"pro\":true}"}"# }
        let file = try directory.file("tokens.json", holding: "[\(pairs.joined(separator: ","))]")

        let counted = await tokens("import", file, environment: ["PUSHY_KV_WRITES": "4"])
        #expect(counted.exitCode == .failure)
        #expect(
            counted.notes.contains("10 writes are needed, of which 4 fit today and 4 each day after: it takes 3 days.")
        )
        #expect(counted.results.hasPrefix("imported 4 new and 0 changed tokens"))
        #expect(counted.notes.contains("the budget's writes are spent: run it again when it resets"))

        let exempt = await tokens("import", file, "--outside-budget", environment: ["PUSHY_KV_WRITES": "4"])
        #expect(exempt.exitCode == .success)
        #expect(exempt.notes.contains("this import stands outside the budget: no write of it is counted or refused\n"))
        #expect(exempt.results.hasPrefix("imported 6 new and 0 changed tokens; 4 unchanged"))
    }

    @Test("refuses a file that is no array of pairs, or was cut off", arguments: ["7", "", "[{\"key\":", "[] x"])
    func malformed(text: String) async throws {
        let file = try directory.file("tokens.json", holding: text)
        #expect(await tokens("import", file).exitCode == .failure)
    }
}
