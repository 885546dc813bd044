import Testing

@testable import WorkersKV

@Suite("Getting")
struct BindingGetTests {
    @Test("gives null for a key that was never there")
    func missing() async throws {
        let temporary = try await TemporaryStore()
        #expect(try await temporary.binding().get(KeyName("nothing")) == nil)
        #expect(try await temporary.binding().getWithMetadata(KeyName("nothing")) == nil)
    }

    @Test("gives back all 256 bytes, and an empty value as empty")
    func bytes() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let all = (0...255).map { UInt8($0) }
        try await binding.put(all, for: KeyName("all"))
        try await binding.put([], for: KeyName("none"))
        #expect(try await binding.get(KeyName("all")) == all)
        #expect(try await binding.get(KeyName("none")) == [])
    }

    @Test("gives metadata and expiry as they were put, and neither when the last put had none")
    func metadata() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let key = try KeyName("a")
        let metadata = try KVMetadata(json: [UInt8]("{\"n\":1.50}"))
        try await binding.put([1], for: key, expiration: .after(seconds: 60), metadata: metadata)
        let entry = try await binding.getWithMetadata(key)
        #expect(entry == KVEntry(value: [1], metadata: metadata, expiration: temporary.clock.now.wholeUnixSeconds + 60))

        temporary.clock.advance(bySeconds: 1)
        try await binding.put([1], for: key)
        #expect(try await binding.getWithMetadata(key) == KVEntry(value: [1], metadata: nil, expiration: nil))
    }

    @Test("holds a value of 25 MiB, and refuses one byte more")
    func largest() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let largest = [UInt8](repeating: 7, count: 26_214_400)
        try await binding.put(largest, for: KeyName("large"))
        #expect(try await binding.get(KeyName("large")) == largest)
        await #expect(throws: KVError.refused(.valueTooLong(byteCount: 26_214_401))) {
            try await binding.put(largest + [7], for: KeyName("larger"))
        }
    }

    @Test("many takes 1 to 100 keys, and counts each")
    func bulk() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        try await binding.put([1], for: KeyName("k1"))
        let keys = try (0..<100).map { try KeyName("k\($0)") }

        let found = try await binding.get(keys)

        #expect(found.mapValues(\.value) == [try KeyName("k1"): [1]])
        #expect(try await temporary.store.usage().spending[.reads]?.used == 100)
        await #expect(throws: KVError.refused(.noKeys)) { try await binding.get([]) }
        await #expect(throws: KVError.refused(.tooManyKeys)) { try await binding.get(keys + [KeyName("one more")]) }
        #expect(try await temporary.store.usage().spending[.reads]?.used == 100)
    }

    @Test("many answers at most 25 MB together")
    func bulkLimit() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let half = [UInt8](repeating: 7, count: 13_107_201)
        let keys = [try KeyName("a"), try KeyName("b")]
        for key in keys { try await binding.put(half, for: key) }
        await #expect(throws: KVError.refused(.bulkTooLong)) { try await binding.get(keys) }
        #expect(try await binding.get([keys[0]]).count == 1)
    }

    @Test("keeps names of every script apart, composed and decomposed ones too")
    func names() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let names = ["\u{e9}", "e\u{301}", "ключ", "鍵", "مفتاح", "🔑", "a/b c?é%2F", "\\", "_", "%", " ", "\0", "key\n"]
        for (index, name) in names.enumerated() { try await binding.put([UInt8(index)], for: KeyName(name)) }
        for (index, name) in names.enumerated() {
            #expect(try await binding.get(KeyName(name)) == [UInt8(index)], "\(name)")
        }
        #expect(try await binding.list().keys.map(\.name) == names.map { try KeyName($0) }.sorted())
    }
}
