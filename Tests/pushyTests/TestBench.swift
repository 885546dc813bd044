import Foundation
import Synchronization

@testable import pushy

/// What a run of the program said, and how it ended.
struct Outcome: Sendable {
    let exitCode: ExitCode
    let results: String
    let notes: String
}

/// Runs the program as a shell would, and keeps what it says.
func run(_ words: String..., root: Command = .pushy, environment: [String: String] = [:]) async -> Outcome {
    await run(words, root: root, environment: environment)
}

/// The same for words that were put together, at a moment of the test's choice.
func run(
    _ words: [String],
    root: Command = .pushy,
    environment: [String: String] = [:],
    now: @escaping @Sendable () -> Date = { Date() }
) async -> Outcome {
    let results = Mutex("")
    let notes = Mutex("")
    let console = Console(
        printResult: { line in results.withLock { $0 += line + "\n" } },
        printNote: { line in notes.withLock { $0 += line + "\n" } }
    )
    let exitCode = await Program(root: root, environment: environment, console: console, now: now).run(words)
    return Outcome(exitCode: exitCode, results: results.withLock { $0 }, notes: notes.withLock { $0 })
}

/// A directory that is gone when its test is over.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "pushy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and returns its path.
    func file(_ name: String, holding text: String) throws -> String {
        let path = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }
}
