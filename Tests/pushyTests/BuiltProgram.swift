import Foundation

@testable import pushy

/// The program as it was built beside these tests, for what needs a process of its own.
enum BuiltProgram {
    private static var url: URL {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
            return bundle.bundleURL.deletingLastPathComponent().appending(path: "pushy")
        #else
            return Bundle.main.bundleURL.appending(path: "pushy")
        #endif
    }

    /// Runs it to its end. What it says must fit into a pipe.
    static func run(_ words: String..., environment: [String: String]) async throws -> Outcome {
        let process = Process()
        let results = Pipe()
        let notes = Pipe()
        process.executableURL = url
        process.arguments = words
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = results
        process.standardError = notes
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return Outcome(
            exitCode: ExitCode(rawValue: status) ?? .failure,
            results: String(decoding: try results.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self),
            notes: String(decoding: try notes.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        )
    }
}
