import Foundation
import Testing

@testable import WorkersKV

@Suite("The LMDB engine")
struct LMDBEngineTests {
    @Test("makes its directory for its owner alone")
    func mode() async throws {
        let temporary = try await TemporaryStore()
        let attributes = try FileManager.default.attributesOfItem(atPath: temporary.directory)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let data = try FileManager.default.attributesOfItem(atPath: temporary.directory + "/data.mdb")
        #expect(data[.posixPermissions] as? Int == 0o600)
    }

    @Test("says that the directory is busy while a server holds it, and opens it afterwards")
    func busy() async throws {
        let temporary = try await TemporaryStore()
        let directory = temporary.directory
        #expect(throws: KVError.busy(directory: directory)) { try LMDBEngine(directory: directory, access: .server) }
        try await temporary.store.close()
        try LMDBEngine(directory: directory, access: .server).close()
    }

    @Test("says that the directory is busy when another process holds the lock, and lets a command in")
    func busyElsewhere() async throws {
        let temporary = try await TemporaryStore()
        let directory = temporary.directory
        try await temporary.store.close()
        // A descriptor of its own holds the lock as another process would.
        let other = try ServerLock(directory: directory)
        #expect(throws: KVError.busy(directory: directory)) { try LMDBEngine(directory: directory, access: .server) }
        try LMDBEngine(directory: directory, access: .command).close()
        _ = consume other
        try LMDBEngine(directory: directory, access: .server).close()
    }

    @Test("does not begin an empty store for a command")
    func missing() {
        let directory = FileManager.default.temporaryDirectory.path + "/kv-none-\(UUID().uuidString)"
        #expect(throws: KVError.missing(directory: directory)) {
            try LMDBEngine(directory: directory, access: .command)
        }
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test("refuses a directory that holds something else")
    func foreign() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/kv-foreign-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Data(repeating: 7, count: 100_000).write(to: URL(fileURLWithPath: directory + "/data.mdb"))
        let error = #expect(throws: KVError.self) { try LMDBEngine(directory: directory, access: .server) }
        guard case .incompatible = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("refuses a store of a newer format")
    func newerFormat() async throws {
        let temporary = try await TemporaryStore()
        try await temporary.store.commit { transaction in
            try transaction.context.writer.put([0, 0, 0, 2], for: StoreKey.format)
        }
        await #expect(
            throws: KVError.incompatible("The store has format 2, and this release reads 1. Run the newest release.")
        ) {
            try await temporary.reopen()
        }
    }

    @Test("fails everything in a commit that does not fit, changes nothing, and works again when there is room")
    func mapFull() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/kv-full-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let engine = try LMDBEngine(directory: directory, access: .server, mapByteCount: 4 << 20)
        let store = try await KVStore.open(engine: engine, budget: TemporaryStore.unlimited, maintenance: nil)
        let tokens = try await store.namespace(titled: "tokens")
        try await store.commit { try $0.put([UInt8](repeating: 1, count: 1 << 20), for: KeyName("large"), in: tokens) }

        let error = await #expect(throws: KVError.self) {
            try await store.commit { transaction in
                try transaction.put([1], for: KeyName("small"), in: tokens)
                // A body that hides the failure does not make half of the commit stand.
                _ = try? transaction.put([UInt8](repeating: 1, count: 8 << 20), for: KeyName("huge"), in: tokens)
            }
        }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await KVBinding(tokens, of: store).list().keys.map(\.name.text) == ["large"])
        #expect(try await store.usage().spending[.writes]?.used == 1)

        try await store.commit { try $0.put([1], for: KeyName("small"), in: tokens) }
        #expect(try await KVBinding(tokens, of: store).list().keys.map(\.name.text) == ["large", "small"])
        try await store.close()
    }

    @Test("keeps room for deletions when it is full, even while a reader holds on to what was, and takes keys again")
    func deletionsWhenFull() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/kv-full-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let engine = try LMDBEngine(directory: directory, access: .server, mapByteCount: 4 << 20)
        defer { engine.close() }
        var keys: [[UInt8]] = []
        for byteCount in [65_536, 4_096, 256, 1] {
            let value = [UInt8](repeating: 1, count: byteCount)
            while true {
                let key = Array("\(byteCount) \(keys.count)".utf8)
                do {
                    try engine.write { writer throws(KVError) in try writer.put(value, for: key) }
                    keys.append(key)
                } catch {
                    #expect(error == LMDBCode.full)
                    break
                }
            }
        }

        let deletions = try engine.read { _ in
            Result { () throws(KVError) in
                for key in keys.prefix(10) { _ = try engine.write { writer throws(KVError) in try writer.delete(key) } }
            }
        }
        try deletions.get()
        try engine.write { writer throws(KVError) in
            try writer.put([UInt8](repeating: 1, count: 65_536), for: keys[0])
        }
    }

    @Test("copies itself while it is written to, and the copy opens elsewhere")
    func backup() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        let long = String(repeating: "k", count: 508)
        try await store.commit { transaction in
            for index in 1000..<2000 { try transaction.put([1], for: KeyName(long + "\(index)"), in: tokens) }
        }
        let file = temporary.directory + "/copy"
        let writes = Task {
            for index in 0..<100 { try await store.commit { try $0.put([1], for: KeyName("\(index)"), in: tokens) } }
        }

        try await store.copy(toFile: file)
        try await writes.value

        await #expect(throws: KVError.self) { try await store.copy(toFile: file) }
        #expect(!FileManager.default.fileExists(atPath: file + ".partial"))
        let restored = temporary.directory + "/restored"
        try LMDBEngine.restore(fromFile: file, toDirectory: restored)
        #expect(throws: KVError.self) { try LMDBEngine.restore(fromFile: file, toDirectory: restored) }
        let copy = try await KVStore.open(
            engine: try LMDBEngine(directory: restored, access: .command),
            budget: TemporaryStore.unlimited,
            maintenance: nil
        )
        #expect(try await copy.walk(tokens, prefix: "k", limit: 2000) { _, _ in }.handedOut == 1000)
        try await copy.close()
    }

    @Test("tells its size on disk, which is the file's")
    func size() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        try await binding.put([UInt8](repeating: 1, count: 1 << 20), for: KeyName("large"))
        let file = try FileManager.default.attributesOfItem(atPath: temporary.directory + "/data.mdb")
        #expect(try temporary.store.byteCount() == file[.size] as? Int)
        #expect(try temporary.store.byteCount() > 1 << 20)
    }

    @Test("answers nothing but that it is closed, once it is")
    func closed() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let binding = try await temporary.binding()
        try await store.close()
        await #expect(throws: KVError.closed) { try await binding.get(KeyName("a")) }
        await #expect(throws: KVError.closed) { try await binding.put([1], for: KeyName("a")) }
        await #expect(throws: KVError.closed) { try await store.close() }
    }
}
