import APNsSimulator
import Foundation
import HTTP2
import Testing

@Suite("What the simulator accepts")
struct DeliveryTests {
    @Test("bears the client's identifier in the answer, or a new one")
    func identifier() async throws {
        let simulator = try startSimulator()
        let client = try Client(simulator)
        var request = Client.Request()
        request["apns-id"] = "0F0E0D0C-1111-4222-8333-444455556666"
        #expect(await client.answer(request)?.identifier == "0f0e0d0c-1111-4222-8333-444455556666")

        let made = await client.answer()?.identifier ?? ""
        #expect(UUID(uuidString: made) != nil && made == made.lowercased())
        #expect(simulator.deliveries.map(\.apnsID) == ["0f0e0d0c-1111-4222-8333-444455556666", made])
    }

    @Test("is remembered with all that it came with")
    func remembered() async throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let simulator = try startSimulator { $0.now = { now } }
        var request = Client.Request()
        request["authorization"] = "bearer " + ProviderTokens.make(issued: now)
        request["apns-id"] = "0f0e0d0c-1111-4222-8333-444455556666"
        request["apns-expiration"] = "0"
        request["apns-priority"] = "5"
        request["apns-collapse-id"] = "news"
        _ = try await Client(simulator).answer(request)

        let delivery = try #require(simulator.deliveries.first)
        #expect(delivery.token == String(repeating: "ab", count: 32))
        #expect(delivery.topic == "com.example.app" && delivery.pushType == "alert" && delivery.priority == 5)
        #expect(delivery.expiration == 0 && delivery.collapseID == "news")
        #expect(delivery.payload == #"{"aps":{"alert":"Hello"}}"#)
        #expect(delivery.time == now && delivery.connection == 1)
    }

    @Test("is remembered up to the number that was asked for, and forgotten when asked to")
    func bounded() async throws {
        let simulator = try startSimulator { $0.rememberedDeliveryCount = 2 }
        let client = try Client(simulator)
        for _ in 0..<3 { _ = await client.answer() }
        #expect(simulator.deliveries.count == 2 && simulator.counts.accepted == 3)

        simulator.forgetDeliveries()
        _ = await client.answer()
        #expect(simulator.deliveries.count == 1)
    }

    @Test("is a line of JSON in the log before it is answered")
    func logged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("deliveries.jsonl")
        let now = Date(timeIntervalSince1970: 1_800_000_000.25)
        let simulator = try startSimulator {
            $0.logFile = path
            $0.now = { now }
        }
        var request = Client.Request()
        request["authorization"] = "bearer " + ProviderTokens.make(issued: now)
        request["apns-id"] = "0f0e0d0c-1111-4222-8333-444455556666"
        request["apns-priority"] = "10"
        request["apns-collapse-id"] = #"a"b\c"#
        request.body = "{\n\"aps\": {\"alert\": \"Grüße\"}}"
        _ = try await Client(simulator).answer(request)

        let token = String(repeating: "ab", count: 32)
        let line =
            #"{"time":"2027-01-15T08:00:00.250Z","connection":1,"token":"\#(token)","#
            + #""apnsId":"0f0e0d0c-1111-4222-8333-444455556666","topic":"com.example.app","pushType":"alert","#
            + #""priority":10,"collapseId":"a\"b\\c","payload":{ "aps": {"alert": "Grüße"}}}"# + "\n"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == line)
    }

    @Test("comes from several connections at once, and none is lost or mixed up")
    func connections() async throws {
        let folder = try TemporaryFolder()
        let simulator = try startSimulator { $0.logFile = folder.path("log") }
        let clients = try (0..<4).map { _ in try Client(simulator) }
        await withTaskGroup(of: Void.self) { group in
            for (number, client) in clients.enumerated() {
                for index in 0..<100 {
                    group.addTask {
                        var request = Client.Request()
                        request.path = "/3/device/" + String(format: "%08x%08x", number, index)
                        _ = await client.answer(request)
                    }
                }
            }
        }
        let lines = try String(contentsOfFile: folder.path("log"), encoding: .utf8).split(separator: "\n")
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(Set(objects.compactMap { $0?["token"] as? String }).count == 400)
        #expect(simulator.counts.accepted == 400 && simulator.counts.connections == 4)
        #expect(Set(simulator.deliveries.map(\.connection)) == [1, 2, 3, 4])
    }
}
