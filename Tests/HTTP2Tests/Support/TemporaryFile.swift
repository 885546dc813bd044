import Foundation

/// A file that goes with the object.
final class TemporaryFile: Sendable {
    let path: String

    init(_ content: [UInt8]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("pushy-\(UUID().uuidString)").path
        try Data(content).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        // What is gone already need not be removed.
        try? FileManager.default.removeItem(atPath: path)
    }
}
