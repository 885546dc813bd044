import Dispatch
import Foundation

@testable import pushy

/// The program as it was built beside these tests, for what needs a process of its own.
///
/// It is spawned by hand: Foundation's `Process` watches its child through `select`, which in a process with thousands of
/// open descriptors never hears of the end.
enum BuiltProgram {
    private static var url: URL {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
            return bundle.bundleURL.deletingLastPathComponent().appending(path: "pushy")
        #else
            return Bundle.main.bundleURL.appending(path: "pushy")
        #endif
    }

    /// Runs it to its end, with nothing on its standard input.
    static func run(_ words: String..., environment: [String: String]) async throws -> Outcome {
        let directory = try TemporaryDirectory()
        let results = try directory.file("results", holding: "")
        let notes = try directory.file("notes", holding: "")
        let path = url.path(percentEncoded: false)
        let identifier = try spawn(
            [path] + words,
            environment: environment,
            files: [(STDIN_FILENO, "/dev/null"), (STDOUT_FILENO, results), (STDERR_FILENO, notes)]
        )
        let status = await status(of: identifier)
        return Outcome(
            exitCode: ExitCode(rawValue: status) ?? .failure,
            results: try String(contentsOfFile: results, encoding: .utf8),
            notes: try String(contentsOfFile: notes, encoding: .utf8)
        )
    }

    private static func spawn(
        _ words: [String],
        environment: [String: String],
        files: [(descriptor: Int32, path: String)]
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for file in files { posix_spawn_file_actions_addopen(&actions, file.descriptor, file.path, O_RDWR, 0) }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var identifier = pid_t()
        let code = posix_spawn(&identifier, words[0], &actions, nil, &arguments, &variables)
        guard code == 0 else { throw SystemError(code: code) }
        return identifier
    }

    /// The exit status, once the process has ended; a thread of Dispatch's waits for it.
    private static func status(of identifier: pid_t) async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
                // The byte above the signal's number, as wait(2) lays it out.
                continuation.resume(returning: status >> 8 & 0xff)
            }
        }
    }
}
