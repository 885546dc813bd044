import Foundation
import Synchronization
import Testing

@testable import pushy

@Suite("A data directory")
struct DataDirectoryTests {
    private func directory(_ text: String) throws -> DataDirectory {
        try DataDirectory(Inputs(flags: ["data": text], environment: [:], file: nil))
    }

    @Test("is absolute, without a slash at its end")
    func absolute() throws {
        let here = FileManager.default.currentDirectoryPath
        #expect(try directory("some/where/").path == "\(here)/some/where")
        #expect(try directory("/a/../b c%20d").path == "/b c%20d")
    }

    @Test("is named by a command that acts on it, with who said so")
    func announced() throws {
        let temporary = try TemporaryDirectory()
        let notes = Mutex<[String]>([])
        let console = Console(printResult: { _ in }, printNote: { line in notes.withLock { $0.append(line) } })
        try directory(temporary.path).announceExisting(to: console)
        #expect(notes.withLock { $0 } == ["using the data directory \(temporary.path), by --data"])
    }

    @Test("that is not there is refused, not taken for an empty one")
    func missing() throws {
        let console = Console(printResult: { _ in }, printNote: { _ in })
        let complaint = #expect(throws: Complaint.self) { try directory("/nowhere/data").announceExisting(to: console) }
        #expect(
            complaint?.sentence
                == """
                there is no data directory /nowhere/data, by --data: name the server's with --data or --env-file, or start \
                pushy serve once
                """
        )
    }
}
