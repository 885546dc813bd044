import Foundation
import PushyServer
import Testing

@Suite("The service")
struct StopTests {
    @Test("stops in the middle of a broadcast at a checkpoint, and the next one goes on where it was")
    func stop() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "pushy-stop-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let gate = Gate()
        let first = GatedChannel(gate)
        let service = try await Self.service(in: directory, first)
        let address = try await service.start()
        try await withThrowingTaskGroup { group in
            for number in 0..<300 {
                group.addTask { [registry = service.registry] in
                    _ = try await registry.register(.numbered(number), pro: true, environment: nil)
                }
            }
            try await group.waitForAll()
        }
        var fields = JSONObject()
        fields["body"] = "Hello"
        let broadcast = try await service.broadcasts.create(Draft(fields))
        let client = WebClient(address)
        let bearer = ["Authorization": "Bearer \(ServiceBench.adminKey)"]
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        async let watched = client.send(
            "GET",
            "/admin/broadcasts/\(broadcast.id.text)/events",
            headers: bearer,
            onBeginning: { beginning.yield() }
        )
        for await _ in begun { break }
        await gate.waitForArrival()
        async let stopped: Void = service.stop()
        await gate.open()
        try await stopped
        #expect(try await watched.status == 200)
        await #expect(throws: WebClient.Unreachable.self) { try await client.send("GET", "/healthz") }

        let second = ScriptedChannel()
        let next = try await Self.service(in: directory, second)
        _ = try await next.start()
        for await standing in try await next.broadcasts.updates(of: broadcast.id) where standing.state.isOver {
            #expect(standing.state == .done)
            #expect(standing.tally.accepted == 300)
        }
        #expect(Set(first.tokens + second.deliveries.map(\.token)).count == 300)
        #expect(first.tokens.count + second.deliveries.count == 300)
        try await next.stop()
    }

    private static func service(in directory: URL, _ channel: some PushChannel) async throws -> PushyService {
        let store = try await KVStore.open(
            engine: LMDBEngine(directory: directory.path, access: .server),
            budget: KVBudget(plan: .unlimited),
            maintenance: nil
        )
        let push = PushService(topic: try APNsTopic("com.example.app"), production: channel, sandbox: channel)
        return try await PushyService(store: store, push: .success(push), configuration: .usual)
    }
}
