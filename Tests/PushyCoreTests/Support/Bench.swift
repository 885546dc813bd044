import APNs
import Foundation
import PushyCore
import Testing
import WorkersKV

/// A store of its own in a directory of its own, and the service over it.
struct Bench {
    let moment = Moment()
    let store: KVStore
    let registry: TokenRegistry
    /// The engine below the store, which can be told to fail.
    let engine: FailingEngine
    private let directory: URL

    /// Runs a test on a fresh store and takes the store away again.
    static func run(budget: KVBudget = KVBudget(plan: .unlimited), _ test: (Bench) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "pushy-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let bench = try await Bench(directory: directory, budget: budget)
        try await test(bench)
        try await bench.store.close()
    }

    private init(directory: URL, budget: KVBudget) async throws {
        self.directory = directory
        let moment = moment
        engine = FailingEngine(try LMDBEngine(directory: directory.path, access: .server))
        store = try await KVStore.open(
            engine: engine,
            budget: budget,
            maintenance: nil,
            now: { moment.now }
        )
        registry = try await TokenRegistry(in: store, now: { moment.now })
    }

    /// The broadcasts over this store, sent through the channel in both environments.
    func broadcasts(
        through channel: some PushChannel,
        clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (BroadcastTurn) -> Void = { _ in }
    ) async throws -> Broadcasts {
        let moment = moment
        let service = PushService(topic: try APNsTopic("com.example.app"), production: channel, sandbox: channel)
        return try await Broadcasts(
            registry: registry,
            service: .success(service),
            clock: clock,
            report: report,
            now: { moment.now }
        )
    }

    /// All bytes of the store's files, as text: what nobody should find there can be looked for.
    func everythingStored() async throws -> String {
        let copy = directory.appending(path: "copy-\(UUID())").path
        try await store.copy(toFile: copy)
        return String(decoding: try Data(contentsOf: URL(filePath: copy)), as: UTF8.self)
    }

    /// Registers `count` devices, numbered from `first`.
    @discardableResult
    func register(
        _ count: Int,
        from first: Int = 0,
        pro: Bool = true,
        environment: APNsEnvironment? = .production
    ) async throws -> [DeviceToken] {
        let tokens = try (first..<first + count).map { try DeviceToken.numbered($0) }
        // All at once, so that they share commits.
        try await withThrowingTaskGroup { group in
            for token in tokens {
                group.addTask { [registry] in
                    _ = try await registry.register(token, pro: pro, environment: environment)
                }
            }
            try await group.waitForAll()
        }
        return tokens
    }
}

extension DeviceToken {
    /// A made-up token: 64 digits that end with the number.
    static func numbered(_ number: Int) throws -> DeviceToken {
        let digits = String(number, radix: 16)
        return try DeviceToken(String(repeating: "0", count: 64 - digits.count) + digits)
    }
}

extension Draft {
    /// A draft with a body and nothing else.
    static func hello(
        to audience: Audience = .all,
        in environment: APNsEnvironment = .production
    ) throws -> Draft {
        var fields = JSONObject()
        fields["body"] = "Hello"
        fields["audience"] = .string(audience.rawValue)
        fields["environment"] = .string(environment.rawValue)
        return try Draft(fields)
    }
}

extension Broadcasts {
    /// Creates a broadcast and waits until it is over, or has paused itself.
    func send(_ draft: Draft) async throws -> Broadcast {
        try await outcome(of: create(draft).id)
    }

    func outcome(of id: BroadcastID) async throws -> Broadcast {
        for await broadcast in try await updates(of: id) where broadcast.state.isOver || broadcast.state == .paused {
            return broadcast
        }
        return try await broadcast(id)
    }
}
