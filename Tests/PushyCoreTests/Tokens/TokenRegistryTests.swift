import APNs
import Testing
import WorkersKV

@testable import PushyCore

@Suite("The token registry")
struct TokenRegistryTests {
    @Test("registers a token once, and writes nothing when nothing has changed")
    func unchanged() async throws {
        try await Bench.run { bench in
            let token = try DeviceToken.numbered(1)
            #expect(try await bench.registry.register(token, pro: true, environment: .production) == .registered)
            let first = try await bench.registry.record(of: token)
            bench.moment.advance(by: 3600)
            #expect(try await bench.registry.register(token, pro: true, environment: .production) == .unchanged)
            #expect(try await bench.registry.record(of: token) == first)
        }
    }

    @Test("updates a token whose pro status has changed, and dates it anew")
    func updated() async throws {
        try await Bench.run { bench in
            let token = try DeviceToken.numbered(1)
            _ = try await bench.registry.register(token, pro: false, environment: .sandbox)
            bench.moment.advance(by: 3600)
            #expect(try await bench.registry.register(token, pro: true, environment: .sandbox) == .updated)
            let record = try #require(try await bench.registry.record(of: token))
            #expect(record.pro)
            #expect(record.registered == bench.moment.now)
        }
    }

    @Test("keeps the environment that is known when an app names none")
    func environment() async throws {
        try await Bench.run { bench in
            let token = try DeviceToken.numbered(1)
            _ = try await bench.registry.register(token, pro: true, environment: .sandbox)
            #expect(try await bench.registry.register(token, pro: true, environment: nil) == .unchanged)
            #expect(try await bench.registry.record(of: token)?.environment == .sandbox)
        }
    }

    @Test("removes a token once")
    func removal() async throws {
        try await Bench.run { bench in
            let token = try DeviceToken.numbered(1)
            _ = try await bench.registry.register(token, pro: true, environment: nil)
            #expect(try await bench.registry.remove(token) == .removed)
            #expect(try await bench.registry.remove(token) == .absent)
            #expect(try await bench.registry.record(of: token) == nil)
        }
    }

    @Test("refuses a registration when the day's writes are spent, and changes nothing")
    func budget() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 2])) { bench in
            try await bench.register(2)
            let third = try DeviceToken.numbered(3)
            let error = await #expect(throws: KVError.self) {
                try await bench.registry.register(third, pro: true, environment: nil)
            }
            #expect(error?.description == "KV put() limit exceeded for the day.")
            #expect(try await bench.registry.record(of: third) == nil)
        }
    }

    @Test("counts devices by pro status and environment")
    func counts() async throws {
        try await Bench.run { bench in
            try await bench.register(3, from: 0, pro: true, environment: .production)
            try await bench.register(2, from: 10, pro: false, environment: .sandbox)
            try await bench.register(1, from: 20, pro: false, environment: nil)
            let counts = try await bench.registry.counts()
            #expect((counts.all, counts.pro, counts.free) == (6, 3, 3))
            #expect((counts.production, counts.sandbox, counts.unspecified) == (3, 2, 1))
            for audience in Audience.allCases {
                for environment in APNsEnvironment.allCases {
                    let selection = Selection(audience, in: environment)
                    #expect(try await bench.registry.reach(of: selection).recipients == counts.devices(in: selection))
                }
            }
        }
    }

    @Test("lists devices of an audience page by page, each once")
    func list() async throws {
        try await Bench.run { bench in
            let pro = try await bench.register(5, from: 0, pro: true)
            try await bench.register(5, from: 100, pro: false)
            var found: [DeviceToken] = []
            var cursor: DeviceToken?
            repeat {
                let page = try await bench.registry.list(after: cursor, limit: 2, audience: .pro)
                found += page.tokens.map(\.token)
                cursor = page.cursor
            } while cursor != nil
            #expect(found == pro)
        }
    }
}
