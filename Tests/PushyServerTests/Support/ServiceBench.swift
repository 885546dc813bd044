import Foundation
import PushyServer

/// The whole service on a port of its own, over a store in a folder of its own, with a stand-in for APNs.
struct ServiceBench: Sendable {
    static let appKey = "the app's key"
    static let adminKey = "the owner's key"

    let service: PushyService
    let store: KVStore
    let moment: Moment
    let client: WebClient

    /// Runs a test against a fresh service and takes it away again.
    static func run(
        _ configuration: PushyService.Configuration = .usual,
        budget: KVBudget = KVBudget(plan: .unlimited),
        channel: (any PushChannel)? = ScriptedChannel(),
        mapByteCount: Int = LMDBEngine.defaultMapByteCount,
        _ test: (ServiceBench) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "pushy-server-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let moment = Moment()
        let store = try await KVStore.open(
            engine: LMDBEngine(directory: directory.path, access: .server, mapByteCount: mapByteCount),
            budget: budget,
            maintenance: nil,
            now: { moment.now }
        )
        let service = try await PushyService(
            store: store,
            push: try push(through: channel),
            configuration: configuration,
            now: { moment.now },
            uptime: { .seconds(moment.now.timeIntervalSince1970) }
        )
        let address = try await service.start()
        let bench = ServiceBench(service: service, store: store, moment: moment, client: WebClient(address))
        do {
            try await test(bench)
        } catch {
            try await service.stop()
            throw error
        }
        try await service.stop()
    }

    private static func push(through channel: (any PushChannel)?) throws -> Result<PushService, BroadcastFailure> {
        guard let channel else { return .failure(.notConfigured("PUSHY_APNS_KEY is missing.")) }
        return .success(PushService(topic: try APNsTopic("com.example.app"), production: channel, sandbox: channel))
    }

    /// Registers devices, numbered from `first`.
    func register(_ count: Int, from first: Int = 0, pro: Bool = true, environment: APNsEnvironment? = .production)
        async throws
    {
        try await withThrowingTaskGroup { group in
            for number in first..<first + count {
                group.addTask { [registry = service.registry] in
                    _ = try await registry.register(.numbered(number), pro: pro, environment: environment)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Waits until a broadcast is over.
    func outcome(of id: String) async throws -> Broadcast {
        guard let id = BroadcastID(id) else { throw WebClient.Unreadable() }
        for await broadcast in try await service.broadcasts.updates(of: id) where broadcast.state.isOver {
            return broadcast
        }
        return try await service.broadcasts.broadcast(id)
    }
}

extension PushyService.Configuration {
    /// The keys of the tests, a port that the system picks, no limit of calls and no waiting.
    static var usual: PushyService.Configuration {
        var configuration = PushyService.Configuration(
            appKey: AccessKey(ServiceBench.appKey),
            adminKey: AccessKey(ServiceBench.adminKey)
        )
        configuration.http.port = 0
        configuration.callsPerMinute = 0
        configuration.wrongKeyDelay = .zero
        return configuration
    }

    func with<Value>(_ setting: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var configuration = self
        configuration[keyPath: setting] = value
        return configuration
    }
}

extension DeviceToken {
    /// A made-up token: 64 digits that end with the number.
    static func numbered(_ number: Int) throws -> DeviceToken {
        let digits = String(number, radix: 16)
        return try DeviceToken(String(repeating: "0", count: 64 - digits.count) + digits)
    }
}
