import Foundation
import PushyServer
import Synchronization
import Testing

@testable import pushy

/// A server on a port that the system picks, over a data directory of its own.
struct TestServer: Sendable {
    static let appKey = "the app's key"
    static let adminKey = "the owner's key"

    let directory: TemporaryDirectory
    /// `http://127.0.0.1:…`
    let address: String
    private let server: RunningServer

    init(_ settings: [String: String] = [:]) async throws {
        directory = try TemporaryDirectory()
        let environment = [
            "PUSHY_APP_KEY": Self.appKey, "PUSHY_ADMIN_KEY": Self.adminKey, "PUSHY_LISTEN": "127.0.0.1:0",
            "PUSHY_DATA": "\(directory.path)/data",
        ]
        let inputs = Inputs(flags: [:], environment: environment.merging(settings) { $1 }, file: nil)
        let last = Mutex("")
        let console = Console(printResult: { _ in }, printNote: { line in last.withLock { $0 = line } })
        server = try await RunningServer(
            ServerConfiguration(inputs),
            log: Log(format: .text, console: console, now: { Date() })
        )
        address = try #require(last.withLock { $0 }.split(separator: " ").last.map(String.init))
    }

    func stop() async { await server.stop() }
}
