import APNsSimulator
import Foundation
import HTTP2
import PushCrypto
import PushyServer
import Testing

@testable import pushy

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A server of several apps, before a simulated APNs")
struct GatewayTests {
    /// Where the certificate is that the server looks for when it first sends.
    private let directory: TemporaryDirectory
    private let simulator: APNsSimulator
    private let server: TestServer
    private let p8: String

    /// An APNs that knows one app by its topic and key, and a server that reaches it.
    init() async throws {
        let key = try P256.PrivateKey.generate()
        p8 = try key.pem
        var configuration = SimulatorConfiguration()
        configuration.listen = Endpoint(host: "127.0.0.1", port: 0)
        configuration.topic = "com.example.atlas"
        configuration.providerKey = try key.publicKey
        simulator = APNsSimulator(configuration)
        let endpoint = try simulator.start()
        directory = try TemporaryDirectory()
        let authority = String(decoding: simulator.authorityText, as: UTF8.self)
        server = try await TestServer([
            "PUSHY_APNS_PRODUCTION_URL": "https://\(endpoint)", "PUSHY_APNS_SANDBOX_URL": "https://\(endpoint)",
            "PUSHY_APNS_CA_FILE": try directory.file("ca.pem", holding: authority),
            "PUSHY_MASTER_KEY": MasterKey.randomText(),
        ])
    }

    @Test("sends each app's messages by its own key, and goes by a new one from the next message on")
    func credentials() async throws {
        let right = try await createApp("atlas", p8: p8)
        let wrong = try await createApp("other", p8: P256.PrivateKey.generate().pem)
        for key in [right, wrong] {
            let device: JSONValue = ["platform": "ios", "device_token": "00112233445566778899", "user_id": "me"]
            #expect(try await call("POST", "/devices", key: key, device)["status"] == "registered")
        }
        let message: JSONValue = ["user_id": "me", "title": "Hello"]
        #expect(try await call("POST", "/send/user", key: right, message)["sent"] == 1)
        let refused = try await call("POST", "/send/user", key: wrong, message)
        #expect(refused["failed"] == 1)
        #expect(simulator.deliveries.count == 1)

        let change: JSONValue = ["apns": ["p8_key": .string(p8)]]
        _ = try await call("PATCH", "/admin/apps/other", key: TestServer.adminKey, change)
        #expect(try await call("POST", "/send/user", key: wrong, message)["sent"] == 1)
        #expect(simulator.deliveries.count == 2)
        await server.stop()
        await simulator.stop()
    }

    @Test("sends to all devices of an app by one call, each in its own environment")
    func everywhere() async throws {
        let key = try await createApp("atlas", p8: p8)
        for (platform, environment, token) in [("ios", "production", "00"), ("macos", "sandbox", "11")] {
            let device: JSONValue = [
                "platform": .string(platform), "environment": .string(environment),
                "device_token": .string(String(repeating: token, count: 10)),
            ]
            #expect(try await call("POST", "/devices", key: key, device)["status"] == "registered")
        }
        let broadcast = try await call("POST", "/send/all", key: key, ["app": "atlas", "title": "Hello"])
        #expect(broadcast["recipients"] == 2)
        guard case .string(let id) = broadcast["id"] else { throw URLError(.badServerResponse) }
        try await waitForEnd(of: id)
        let done = try await call("GET", "/send/all/\(id)", key: key, nil)
        #expect(done["state"] == "done")
        #expect(done["accepted"] == 2)
        #expect(simulator.deliveries.count == 2)
        await server.stop()
        await simulator.stop()
    }

    /// The events of a broadcast end when it does.
    private func waitForEnd(of id: String) async throws {
        let address = try #require(URL(string: "\(server.address)/admin/broadcasts/\(id)/events"))
        var request = URLRequest(url: address)
        request.setValue("Bearer \(TestServer.adminKey)", forHTTPHeaderField: "Authorization")
        _ = try await URLSession.shared.data(for: request)
    }

    private func createApp(_ id: String, p8: String) async throws -> String {
        let fields: JSONValue = [
            "id": .string(id),
            "apns": [
                "p8_key": .string(p8), "key_id": "ABC123DEFG", "team_id": "DEF123GHIJ",
                "bundle_id": "com.example.atlas",
            ],
        ]
        guard case .string(let key) = try await call("POST", "/admin/apps", key: TestServer.adminKey, fields)["api_key"]
        else { throw URLError(.badServerResponse) }
        return key
    }

    private func call(_ method: String, _ path: String, key: String, _ body: JSONValue) async throws -> JSONValue {
        var request = URLRequest(url: try #require(URL(string: server.address + path)))
        request.httpMethod = method
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if body != .null { request.httpBody = Data(body.written()) }
        let (data, _) = try await URLSession.shared.data(for: request)
        return try JSONValue(reading: Array(data))
    }
}
