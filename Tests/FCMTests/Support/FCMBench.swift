import FCM
import Foundation
import HTTPClient
import JSON
import ServiceStandIns
import Synchronization

/// An FCM on this machine, a client that sends to it, and a clock.
struct FCMBench {
    let service: FCMStandIn
    let client: FCMClient
    let clock = Clock()
    private let trust: StandInServer.TrustFile

    /// A clock that a test sets.
    final class Clock: Sendable {
        private let moment = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        var now: Date { moment.withLock { $0 } }
        func advance(_ seconds: TimeInterval) { moment.withLock { $0 += seconds } }
    }

    init() throws {
        service = try FCMStandIn()
        trust = try service.server.trustFile()
        var configuration = HTTPClient.Configuration()
        configuration.caFile = trust.path
        client = FCMClient(
            account: try ServiceAccount(service.account),
            over: HTTPClient(configuration: configuration),
            at: try FCMEndpoint(url: service.server.url)
        ) { [clock] in clock.now }
    }

    func send(to token: String = "a-device") async throws -> FCMOutcome {
        var members = JSONObject()
        members["notification"] = ["title": "Hello"]
        return await client.send(try FCMMessage(members), to: .token(token))
    }

    /// Sends so many at once.
    func sendMany(_ count: Int) async throws -> [FCMOutcome] {
        try await withThrowingTaskGroup { group in
            for number in 0..<count { group.addTask { try await send(to: "device-\(number)") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static let accepted = FCMOutcome.accepted(name: "projects/a-project/messages/1")
}
