import Testing

@testable import WorkersKV

@Suite("Long keys")
struct LongKeyTests {
    /// Names of 500 to 512 bytes, among them many that differ in their last byte only and some that begin others.
    static let names: [String] = {
        let head = String(repeating: "k", count: 500)
        var names = (500...512).map { String(repeating: "k", count: $0) }
        names += (0x20...0x7E).map { String(repeating: "k", count: 511) + String(UnicodeScalar(UInt8($0))) }
        names += (0x20...0x7E).map { String(repeating: "k", count: 505) + String(UnicodeScalar(UInt8($0))) }
        names += [
            "j", "k", "l", head + "é", head + "éééééé", head + "\0", head + "\0\0\0\0\0\0\0\0\0\0\0\0", head + "~",
        ]
        names += (0...12).map { head.dropLast(1) + String(repeating: "l", count: $0) }
        return Array(Set(names.map { Array($0.utf8) })).map { String(decoding: $0, as: UTF8.self) }
    }()

    @Test("of up to 512 bytes are all kept, each with its own value, in the order of their bytes")
    func order() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let namespace = binding.namespace
        let keys = try Self.names.shuffled().map { try KeyName($0) }
        try await binding.store.commit { transaction in
            for key in keys { try transaction.put(key.bytes.reversed(), for: key, in: namespace) }
        }

        #expect(try await binding.list().keys.map(\.name) == keys.sorted())
        for key in keys { #expect(try await binding.get(key) == key.bytes.reversed()) }
    }

    @Test("are found from each cursor on, by pages of every size", arguments: [1, 2, 7, 100])
    func cursors(limit: Int) async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let namespace = binding.namespace
        let keys = try Self.names.map { try KeyName($0) }.sorted()
        try await binding.store.commit { transaction in
            for key in keys { try transaction.put([], for: key, in: namespace) }
        }
        var found: [KeyName] = []
        var cursor: ListCursor?
        repeat {
            let list = try await binding.list(limit: limit, cursor: cursor)
            found += list.keys.map(\.name)
            cursor = list.cursor
        } while cursor != nil
        #expect(found == keys)
        for key in keys.shuffled().prefix(20) {
            let prefixed = try await binding.list(prefix: key.text).keys.map(\.name)
            #expect(prefixed == keys.filter { $0.bytes.starts(with: key.bytes) })
        }
    }

    @Test("leave the disk when they are deleted, and their neighbours stay")
    func deletion() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let namespace = binding.namespace
        let keys = try Self.names.map { try KeyName($0) }.shuffled()
        let deleted = Set(keys.prefix(keys.count / 2))
        try await binding.store.commit { transaction in
            for key in keys { try transaction.put([], for: key, in: namespace) }
            for key in deleted { #expect(try transaction.delete(key, in: namespace)) }
        }
        #expect(try await binding.list().keys.map(\.name) == keys.filter { !deleted.contains($0) }.sorted())

        try await binding.store.commit { transaction in
            for key in keys { try transaction.delete(key, in: namespace) }
        }
        let left = try binding.store.snapshot { snapshot throws(KVError) in
            try snapshot.reader.keys(in: StoreKey.entries(of: namespace.number), limit: 10)
        }
        #expect(left.isEmpty)
    }
}
