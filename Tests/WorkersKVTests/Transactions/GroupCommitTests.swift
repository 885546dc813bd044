import Foundation
import Synchronization
import Testing

@testable import WorkersKV

@Suite("Commits in a group")
struct GroupCommitTests {
    @Test("of 64 writers share flushes, and each finds what it wrote")
    func shared() async throws {
        let engine = CountingEngine()
        let store = try await KVStore.open(engine: engine, budget: TemporaryStore.unlimited, maintenance: nil)
        let tokens = try await store.namespace(titled: "tokens")
        let before = engine.writes

        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask {
                    for index in 0..<20 {
                        let key = try KeyName("\(writer)-\(index)")
                        try await store.commit { try $0.put([UInt8(index)], for: key, in: tokens) }
                        #expect(try await store.value(of: key, in: tokens) == [UInt8(index)])
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try await store.usage().spending[.writes]?.used == 1280)
        #expect(engine.writes - before < 640)
        try await store.close()
    }

    @Test("see each other's changes in the order in which they came")
    func order() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let counters = try await store.systemNamespace(named: "counters")
        let key = try KeyName("count")
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await store.commit { transaction in
                        let count = Int(try transaction.value(of: key, in: counters)?.first ?? 0) + 1
                        try transaction.put([UInt8(count)], for: key, in: counters)
                        return count
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.sorted() == Array(1...200))
    }
}

/// An engine that tells how many transactions it made durable, each as slow as a disk's flush.
private final class CountingEngine: KVEngine {
    private let engine: LMDBEngine
    private let count = Atomic(0)
    private let directory: String

    init() {
        directory = FileManager.default.temporaryDirectory.path + "/kv-\(UUID().uuidString)"
        do {
            engine = try LMDBEngine(directory: directory, access: .server, mapByteCount: 1 << 30)
        } catch {
            fatalError("\(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    var writes: Int { count.load(ordering: .relaxed) }

    func read<Result>(_ body: (any KVEngineReader) -> Result) throws(KVError) -> Result {
        try engine.read(body)
    }

    func write<Result>(_ body: (any KVEngineWriter) throws(KVError) -> Result) throws(KVError) -> Result {
        count.add(1, ordering: .relaxed)
        defer { usleep(1000) }
        return try engine.write(body)
    }

    func copy(toFile path: String) throws(KVError) {
        try engine.copy(toFile: path)
    }

    func byteCount() throws(KVError) -> Int {
        try engine.byteCount()
    }

    func checkPresence() throws(KVError) {
        try engine.checkPresence()
    }

    func maintain() throws(KVError) {
        try engine.maintain()
    }

    func close() {
        engine.close()
    }
}
