import Foundation

/// A folder of a test's own, that goes with the object.
final class TemporaryFolder: Sendable {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("pushy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path) (\(error))") }
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
