import Foundation
import Testing

@testable import PushyClient

@Suite("The app's client")
struct PushyClientTests {
    private let server = RecordedServer()
    private let memory = Memory()
    private let token = Data([0x0a, 0xff, 0x00])
    private let otherToken = Data([0x0b])

    /// What a launch of the app makes.
    private func launch(server address: String = "https://push.example.com", appKey: String = "app") throws
        -> PushyClient
    {
        let url = try #require(URL(string: address))
        return PushyClient(
            server: url,
            appKey: appKey,
            environment: .production,
            platform: .ios,
            storage: memory,
            transport: server,
            wait: { _ in }
        )
    }

    @Test("tells the server token, pro and environment, and says that it was confirmed")
    func register() async throws {
        #expect(try await launch().register(deviceToken: token, pro: true) == .confirmed)
        #expect(server.calls == ["POST 0aff00 pro production"])
    }

    @Test("makes no call at a launch when nothing has changed")
    func unchanged() async throws {
        let client = try launch()
        await client.register(deviceToken: token, pro: true)
        await client.register(deviceToken: token, pro: true)
        #expect(try await launch().register(deviceToken: token, pro: true) == .confirmed)
        #expect(server.calls.count == 1)
    }

    @Test("tells the server that a user has become pro")
    func proChanged() async throws {
        try await launch().register(deviceToken: token, pro: false)
        try await launch().register(deviceToken: token, pro: true)
        #expect(server.calls == ["POST 0aff00 free production", "POST 0aff00 pro production"])
    }

    @Test("registers a new token, then removes the one that it replaced")
    func tokenChanged() async throws {
        try await launch().register(deviceToken: token, pro: true)
        try await launch().register(deviceToken: otherToken, pro: true)
        #expect(server.calls.dropFirst() == ["POST 0b pro production", "DELETE apns-0aff00"])
        #expect(server.tokens == ["0b": true])
    }

    @Test("removes the token once, and then has nothing to remove")
    func deregister() async throws {
        let client = try launch()
        await client.register(deviceToken: token, pro: true)
        #expect(await client.deregister() == .confirmed)
        #expect(await client.deregister() == .confirmed)
        #expect(server.calls.dropFirst() == ["DELETE apns-0aff00"])
    }

    @Test("has nothing to remove when it never registered")
    func neverRegistered() async throws {
        #expect(try await launch().deregister() == .confirmed)
        #expect(server.calls.isEmpty)
    }

    @Test("registers again after a removal")
    func again() async throws {
        let client = try launch()
        await client.register(deviceToken: token, pro: true)
        await client.deregister()
        await client.register(deviceToken: token, pro: true)
        #expect(server.tokens == ["0aff00": true])
    }

    @Test("registers again with another app key, and with another server")
    func accountChanged() async throws {
        try await launch().register(deviceToken: token, pro: true)
        try await launch(appKey: "new").register(deviceToken: token, pro: true)
        try await launch(server: "https://other.example.com", appKey: "new").register(deviceToken: token, pro: true)
        #expect(server.calls.count == 3)
    }

    @Test("takes status 200 alone for success", arguments: [201, 202, 204, 302, 400, 401, 429, 503])
    func onlyOK(status: Int) async throws {
        server.willAnswer(.status(status))
        let outcome = try await launch().register(deviceToken: token, pro: true)
        #expect(outcome == .postponed(reason: "The server answered with status \(status)."))
        #expect(try await launch().register(deviceToken: token, pro: true) == .confirmed)
        #expect(server.calls.count == 2)
    }

    @Test("refuses an empty token")
    func emptyToken() async throws {
        #expect(try await launch().register(deviceToken: Data(), pro: true) != .confirmed)
        #expect(server.calls.isEmpty)
    }

    @Test("forgets a confirmation that a later call may have changed")
    func answerLost() async throws {
        let client = try launch()
        await client.register(deviceToken: token, pro: false)
        server.willAnswer(.lostOnTheWayBack)
        await client.register(deviceToken: token, pro: true)
        await client.register(deviceToken: token, pro: false)
        #expect(server.tokens == ["0aff00": false])
    }

    @Test("removes a token whose registration may have arrived")
    func removesUnconfirmed() async throws {
        let client = try launch()
        server.willAnswer(.lostOnTheWayBack)
        await client.register(deviceToken: token, pro: true)
        await client.deregister()
        #expect(server.calls.last == "DELETE 0aff00")
        #expect(server.tokens.isEmpty)
    }

    @Test("carries a failed removal out at the next launch without being asked")
    func removalRetried() async throws {
        let client = try launch()
        await client.register(deviceToken: token, pro: true)
        server.willAnswer(.lostOnTheWay)
        #expect(await client.deregister() != .confirmed)

        server.hold()
        let relaunched = try launch()
        await server.arrival()
        server.release()
        #expect(await relaunched.deregister() == .confirmed)
        #expect(server.calls.dropFirst() == ["DELETE apns-0aff00", "DELETE apns-0aff00"])
    }

    @Test("removes a replaced token at a later launch when it could not at once")
    func replacedRetried() async throws {
        try await launch().register(deviceToken: token, pro: true)
        server.willAnswer(.status(200), .lostOnTheWay)
        #expect(try await launch().register(deviceToken: otherToken, pro: true) != .confirmed)
        try await launch().register(deviceToken: otherToken, pro: true)
        #expect(server.calls.dropFirst() == ["POST 0b pro production", "DELETE apns-0aff00", "DELETE apns-0aff00"])
    }

    @Test("makes one call for many at once")
    func concurrent() async throws {
        let client = try launch()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { [token] in await client.register(deviceToken: token, pro: true) } }
            for await outcome in group { #expect(outcome == .confirmed) }
        }
        #expect(server.calls.count == 1)
    }

    @Test("ends with what was wanted last when calls overlap")
    func overlapping() async throws {
        let client = try launch()
        server.hold()
        async let first = client.register(deviceToken: token, pro: true)
        await server.arrival()
        async let second = client.deregister()
        // The second call has joined once its wish is remembered.
        while try RegistrationState.remembered(in: memory)?.isOptedOut != true { await Task.yield() }
        server.release()

        #expect(await [first, second] == [.confirmed, .confirmed])
        #expect(server.calls == ["POST 0aff00 pro production", "DELETE apns-0aff00"])
        #expect(server.tokens.isEmpty)
    }

    @Test("tries what is wanted now after a failure of what was wanted before")
    func overlappingFailure() async throws {
        let client = try launch()
        server.willAnswer(.lostOnTheWay)
        server.hold()
        async let first = client.register(deviceToken: token, pro: false)
        await server.arrival()
        async let second = client.register(deviceToken: token, pro: true)
        while try RegistrationState.remembered(in: memory)?.wish?.pro != true { await Task.yield() }
        server.release()

        #expect(await [first, second] == [.confirmed, .confirmed])
        #expect(server.tokens == ["0aff00": true])
    }
}

extension RegistrationState {
    fileprivate static func remembered(in memory: Memory) throws -> RegistrationState? {
        try memory.load().map { try JSONDecoder().decode(RegistrationState.self, from: $0) }
    }
}
