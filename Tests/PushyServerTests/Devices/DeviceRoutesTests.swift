import PushyServer
import Testing

@Suite("The owner's devices")
struct DeviceRoutesTests {
    @Test("are counted by pro status and environment")
    func count() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(3, from: 0, pro: true, environment: .production)
            try await bench.register(2, from: 10, pro: false, environment: .sandbox)
            try await bench.register(1, from: 20, pro: false, environment: nil)
            let answer = try await bench.owner("GET", "/admin/tokens/count")
            #expect(answer.body == #"{"all":6,"pro":3,"free":3,"production":3,"sandbox":2,"unspecified":1}"#)
        }
    }

    @Test("are listed page by page, of an audience and of an environment")
    func list() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(5, from: 0, pro: true, environment: .production)
            try await bench.register(2, from: 10, pro: false, environment: nil)
            var tokens: [JSONValue] = []
            var target = "/admin/tokens?limit=2"
            while true {
                let page = try await bench.owner("GET", target).json
                guard case .array(let some)? = page["tokens"] else { throw WebClient.Unreadable() }
                tokens += some
                guard case .string(let cursor)? = page["cursor"] else { break }
                target = "/admin/tokens?limit=2&cursor=\(cursor)"
            }
            #expect(tokens.count == 7)
            #expect(
                tokens.first == [
                    "token": .string(try DeviceToken.numbered(0).hex), "pro": true,
                    "registered": "2026-11-30T05:00:00Z",
                    "environment": "production",
                ]
            )
            #expect(tokens.last?["environment"] == nil)
            for (query, count) in [
                ("audience=free", 2), ("environment=production", 5), ("audience=pro&environment=sandbox", 0),
            ] {
                guard case .array(let some)? = try await bench.owner("GET", "/admin/tokens?\(query)").json["tokens"]
                else {
                    throw WebClient.Unreadable()
                }
                #expect(some.count == count)
            }
            for query in ["limit=0", "limit=1001", "cursor=xyz", "audience=some", "environment=staging"] {
                #expect(try await bench.owner("GET", "/admin/tokens?\(query)").status == 400)
            }
        }
    }
}
