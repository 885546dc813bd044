import Testing

@testable import pushy

@Suite("pushy serve")
struct ServeTests {
    private func line(level: String, message: String) throws -> Regex<Substring> {
        try Regex(#"\{"time":"[^"]+","level":"\#(level)","message":"\#(message)[^"]*"\}\n"#)
    }

    @Test("ends with a line of JSON when its log is JSON")
    func fatalError() async throws {
        let outcome = await run("serve", environment: ["PUSHY_LOG": "json"])
        #expect(outcome.exitCode == .configuration)
        #expect(try line(level: "error", message: "PUSHY_APP_KEY is missing").wholeMatch(in: outcome.notes) != nil)
    }

    @Test("does so when the env file cannot be read")
    func noFile() async throws {
        let outcome = await run("serve", "--log", "json", "--env-file", "/nowhere/pushy.env")
        #expect(try line(level: "error", message: "the env file /nowhere").wholeMatch(in: outcome.notes) != nil)
    }

    @Test("warns in JSON, too")
    func warning() async throws {
        let outcome = await run("serve", environment: ["PUSHY_LOG": "json", "PUSHY_LOGS": "x"])
        #expect(try line(level: "warning", message: "PUSHY_LOGS is not").prefixMatch(in: outcome.notes) != nil)
    }
}
