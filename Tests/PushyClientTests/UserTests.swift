import Foundation
import Synchronization
import Testing

@testable import PushyClient

@Suite("The app's client and the user")
struct UserTests {
    private let server = RecordedServer()
    private let memory = Memory()
    /// The seconds for which clients waited.
    private final class Waits: Sendable {
        let seconds = Mutex<[Int]>([])
    }
    private let waits = Waits()
    private let token = Data([0x0a])

    /// What a launch of the app makes.
    private func launch() throws -> PushyClient {
        PushyClient(
            server: try #require(URL(string: "https://push.example.com")),
            appKey: "app",
            environment: .production,
            platform: .macos,
            storage: memory,
            transport: server,
            wait: { [waits] seconds in waits.seconds.withLock { $0.append(seconds) } }
        )
    }

    @Test("tells the server who signed in, and who signed out")
    func signing() async throws {
        let client = try launch()
        await client.register(deviceToken: token, pro: true)
        #expect(await client.signIn(user: "me") == .confirmed)
        #expect(await client.signOut() == .confirmed)
        #expect(
            server.calls == [
                "POST 0a pro production", "POST 0a pro production of me", "POST 0a pro production of nobody",
            ]
        )
    }

    @Test("makes one call for a user who signed in before there was a token, and none at later launches")
    func beforeTheToken() async throws {
        #expect(try await launch().signIn(user: "me") == .confirmed)
        try await launch().register(deviceToken: token, pro: true)
        let later = try launch()
        await later.signIn(user: "me")
        await later.register(deviceToken: token, pro: true)
        #expect(server.calls == ["POST 0a pro production of me"])
    }

    @Test("keeps the user when the token or the purchase changes")
    func otherChanges() async throws {
        let client = try launch()
        await client.signIn(user: "me")
        await client.register(deviceToken: token, pro: false)
        await client.register(deviceToken: token, pro: true)
        #expect(server.calls.last == "POST 0a pro production of me")
    }

    @Test("tells the server at the next launch of somebody who signed out where there was no net")
    func signedOutOffline() async throws {
        let client = try launch()
        await client.signIn(user: "me")
        await client.register(deviceToken: token, pro: true)
        server.willAnswer(.lostOnTheWay)
        #expect(await client.signOut() != .confirmed)

        server.hold()
        let relaunched = try launch()
        await server.arrival()
        server.release()
        #expect(await relaunched.signOut() == .confirmed)
        #expect(server.calls.dropFirst(2) == ["POST 0a pro production of nobody"])
    }

    @Test(
        "refuses a user without a name, or with one that no server takes",
        arguments: ["", String(repeating: "x", count: 257)]
    )
    func badName(user: String) async throws {
        let client = try launch()
        #expect(await client.signIn(user: user) != .confirmed)
        await client.register(deviceToken: token, pro: true)
        #expect(server.calls == ["POST 0a pro production"])
    }

    @Test("knows what the server calls the device while it is registered")
    func deviceID() async throws {
        let client = try launch()
        #expect(await client.deviceID == nil)
        await client.register(deviceToken: token, pro: true)
        #expect(try await launch().deviceID == "apns-0a")
        await client.deregister()
        #expect(await client.deviceID == nil)
    }

    @Test("waits out the second that a server wants between two changes, and no long time")
    func tooSoon() async throws {
        let client = try launch()
        server.willAnswer(.tooSoon(seconds: 1), .status(200), .tooSoon(seconds: 3_600))
        #expect(await client.register(deviceToken: token, pro: true) == .confirmed)
        #expect(waits.seconds.withLock { $0 } == [1])
        #expect(
            await client.signIn(user: "me") == .postponed(reason: "The server answered with status 429.")
        )
        #expect(waits.seconds.withLock { $0 } == [1])
    }

    @Test("stops waiting for a server that goes on asking for it")
    func neverReady() async throws {
        server.willAnswer(.tooSoon(seconds: 1), .tooSoon(seconds: 1), .tooSoon(seconds: 1), .tooSoon(seconds: 1))
        #expect(try await launch().register(deviceToken: token, pro: true) != .confirmed)
        #expect(server.calls.count == 4)
    }

    @Test("goes on with what a client remembered that knew no users")
    func olderMemory() async throws {
        let registration = #"{"token":"0a","pro":true,"environment":"production"}"#
        let state = """
            {"server":"https://push.example.com","appKey":"app","wish":\(registration),\
            "confirmed":\(registration),"removals":["0b"]}
            """
        memory.save(Data(state.utf8))
        let client = try launch()
        await client.register(deviceToken: token, pro: true)
        #expect(server.calls.sorted() == ["DELETE 0b", "POST 0a pro production"])
    }
}
