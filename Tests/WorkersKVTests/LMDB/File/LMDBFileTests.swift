import Foundation
import Testing

@testable import WorkersKV

@Suite("The store's file, before it is mapped")
struct LMDBFileTests {
    private let temporary: TemporaryStore
    private let path: String

    init() async throws {
        temporary = try await TemporaryStore()
        path = temporary.directory + "/data.mdb"
        let binding = try await temporary.binding()
        try await binding.put([UInt8](repeating: 1, count: 1 << 20), for: KeyName("large"))
    }

    @Test("is refused as damaged when it was cut", arguments: [0, 100, 4096, 6000, 8192, 500_000])
    func cut(byteCount: Int) async throws {
        try await temporary.store.close()
        #expect(truncate(path, off_t(byteCount)) == 0)
        for access in [LMDBEngine.Access.server, .command] {
            let error = #expect(throws: KVError.self) {
                try LMDBEngine(directory: temporary.directory, access: access)
            }
            guard case .damaged(let sentence) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(sentence.contains("Restore a backup into an empty directory"))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.size] as? Int == byteCount)
    }

    @Test("may be shorter than its state says when the pages at its end are free")
    func neverWritten() async throws {
        let tokens = try await temporary.store.namespace(titled: "tokens")
        try await temporary.store.commit { transaction in
            try transaction.put([UInt8](repeating: 1, count: 4 << 20), for: KeyName("brief"), in: tokens)
            try transaction.delete(KeyName("brief"), in: tokens)
        }
        let used = try temporary.store.byteCount()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(try #require(attributes[.size] as? Int) < used)
        try await temporary.reopen()
        let value = try await temporary.store.value(of: KeyName("large"), in: tokens)
        #expect(value?.count == 1 << 20)
    }

    @Test("has all its pages found sound")
    func sound() async throws {
        let binding = try await temporary.binding()
        let long = String(repeating: "k", count: 508)
        try await temporary.store.commit { [tokens = binding.namespace] transaction in
            for index in 1000..<3000 {
                try transaction.put([1], for: KeyName((index % 2 == 0 ? long : "") + "\(index)"), in: tokens)
            }
        }
        try await temporary.store.commit { [tokens = binding.namespace] transaction in
            for index in 1000..<2000 {
                try transaction.delete(KeyName((index % 2 == 0 ? long : "") + "\(index)"), in: tokens)
            }
        }
        try LMDBFile(path).checkAll()
    }
}
