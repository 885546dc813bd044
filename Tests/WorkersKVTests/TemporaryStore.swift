import Foundation
import Synchronization

@testable import WorkersKV

/// A clock that stands until it is moved.
final class TestClock: Sendable {
    private let moment: Mutex<Date>

    init(_ text: String = "2026-11-30T05:00:00Z") {
        moment = Mutex((try? Date(text, strategy: .iso8601)) ?? .distantPast)
    }

    var now: Date { moment.withLock { $0 } }

    func advance(bySeconds seconds: Double) {
        moment.withLock { $0 += seconds }
    }

    func set(_ text: String) throws {
        let date = try Date(text, strategy: .iso8601)
        moment.withLock { $0 = date }
    }
}

/// A store in a directory of its own, which goes with it. The store itself may be read longer: its files stay open.
final class TemporaryStore: Sendable {
    let directory: String
    let clock: TestClock
    let budget: KVBudget
    private let opened = Mutex<KVStore?>(nil)

    static let unlimited = KVBudget(plan: .unlimited)

    init(budget: KVBudget = TemporaryStore.unlimited, clock: TestClock = TestClock()) async throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("kv-\(UUID().uuidString)").path
        self.clock = clock
        self.budget = budget
        try await open()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    var store: KVStore {
        get throws {
            guard let store = opened.withLock({ $0 }) else { throw KVError.closed }
            return store
        }
    }

    func binding(_ title: String = "tokens") async throws -> KVBinding {
        KVBinding(try await store.namespace(titled: title), of: try store)
    }

    /// Closes the store and opens what it left on disk.
    func reopen(budget: KVBudget? = nil) async throws {
        try await store.close()
        try await open(budget: budget)
    }

    private func open(budget: KVBudget? = nil) async throws {
        let store = try await KVStore.open(
            engine: try LMDBEngine(directory: directory, access: .server, mapByteCount: 4 << 30),
            budget: budget ?? self.budget,
            maintenance: nil,
            now: { [clock] in clock.now }
        )
        opened.withLock { $0 = store }
    }
}

extension [UInt8] {
    init(_ text: String) {
        self = Array(text.utf8)
    }
}

extension KVStore {
    func value(of key: KeyName, in namespace: KVNamespace) async throws -> [UInt8]? {
        try await read { transaction throws(KVError) in try transaction.value(of: key, in: namespace) }
    }
}
