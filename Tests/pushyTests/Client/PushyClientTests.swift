import Foundation
import PushyClient
import Synchronization
import Testing

@testable import pushy

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The app's client, before a real server")
struct PushyClientTests {
    private final class Memory: PushyStorage {
        private let data = Mutex<Data?>(nil)
        func load() -> Data? { data.withLock { $0 } }
        func save(_ data: Data) { self.data.withLock { $0 = data } }
    }

    private let token = Data((0..<32).map { UInt8($0) })

    @Test("registers and removes its user's device")
    func life() async throws {
        let server = try await TestServer()
        let client = PushyClient(
            server: try #require(URL(string: server.address)),
            appKey: TestServer.appKey,
            environment: .sandbox,
            storage: Memory()
        )
        #expect(await client.signIn(user: "me") == .confirmed)
        #expect(await client.register(deviceToken: token, pro: false) == .confirmed)
        #expect(await client.deviceID?.hasPrefix("apns-") == true)
        // The store takes one write a second for a key, as Workers KV does; what is unchanged is no write.
        #expect(await client.register(deviceToken: token, pro: false) == .confirmed)
        #expect(await client.deregister() == .confirmed)
        await server.stop()
    }

    @Test("is not confirmed with a wrong key")
    func wrongKey() async throws {
        let server = try await TestServer()
        let client = PushyClient(
            server: try #require(URL(string: server.address)),
            appKey: "another key",
            storage: Memory()
        )
        #expect(
            await client.register(deviceToken: token, pro: true)
                == .postponed(reason: "The server answered with status 401.")
        )
        await server.stop()
    }

    @Test("is not confirmed when nobody is there")
    func unreachable() async throws {
        let server = try await TestServer()
        let url = try #require(URL(string: server.address))
        await server.stop()
        let client = PushyClient(server: url, appKey: TestServer.appKey, storage: Memory())
        #expect(await client.register(deviceToken: token, pro: true) != .confirmed)
    }

    @Test(
        "may be a few lines of an app's own: POST and DELETE with a JSON body, and status 200",
        arguments: ["POST", "DELETE"]
    )
    func ownCode(method: String) async throws {
        let server = try await TestServer()
        var request = URLRequest(url: try #require(URL(string: server.address + "/tokens")))
        request.httpMethod = method
        request.allHTTPHeaderFields = ["Content-Type": "application/json", "X-App-Key": TestServer.appKey]
        let hexadecimal = token.map { String(format: "%02x", $0) }.joined()
        request.httpBody = try JSONSerialization.data(withJSONObject: ["token": hexadecimal, "pro": true])

        let (_, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        await server.stop()
    }
}
