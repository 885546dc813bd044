import Testing

@testable import WorkersKV

@Suite("Listing")
struct BindingListTests {
    /// A namespace that holds the names, each with its own name as value.
    private func binding(_ names: [String]) async throws -> (TemporaryStore, KVBinding) {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        try await put(names, binding)
        return (temporary, binding)
    }

    private func put(_ names: [String], _ binding: KVBinding) async throws {
        let keys = try names.map { try KeyName($0) }
        let namespace = binding.namespace
        try await binding.store.commit { transaction in
            for key in keys { try transaction.put(key.bytes, for: key, in: namespace) }
        }
    }

    private func names(_ list: KVList) -> [String] { list.keys.map(\.name.text) }

    @Test("is empty and complete where nothing is")
    func empty() async throws {
        let (_, binding) = try await binding([])
        let list = try await binding.list()
        #expect(list.keys.isEmpty && list.isComplete && list.cursor == nil)
    }

    @Test("gives names in the order of their bytes")
    func order() async throws {
        let sorted = ["!", ", ", "A", "Z", "a", "aa", "ab", "b", "z", "é", "鍵", "🔑"]
        let (_, binding) = try await binding(sorted.reversed())
        #expect(names(try await binding.list()) == sorted)
    }

    @Test("gives metadata and expiry, and leaves out what was not given")
    func details() async throws {
        let (temporary, binding) = try await binding(["a"])
        let metadata = try KVMetadata(json: [UInt8]("{\"pro\":true}"))
        try await binding.put([1], for: KeyName("b"), expiration: .after(seconds: 100), metadata: metadata)
        let expiration = temporary.clock.now.wholeUnixSeconds + 100
        #expect(
            try await binding.list().keys == [
                KVListedKey(name: try KeyName("a"), expiration: nil, metadata: nil),
                KVListedKey(name: try KeyName("b"), expiration: expiration, metadata: metadata),
            ]
        )
    }

    @Test("takes a limit of 1 to 1,000, which is the default")
    func limits() async throws {
        let (temporary, binding) = try await binding((0..<1001).map { String(10_000 + $0) })
        let page = try await binding.list()
        #expect(page.keys.count == 1000 && !page.isComplete)
        #expect(try await binding.list(limit: 1000, cursor: page.cursor).keys.map(\.name.text) == ["11000"])
        for limit in [0, -1] {
            await #expect(throws: KVError.refused(.listLimitTooLow(limit))) { try await binding.list(limit: limit) }
        }
        await #expect(throws: KVError.refused(.listLimitTooHigh(1001))) { try await binding.list(limit: 1001) }
        #expect(try await temporary.store.usage().spending[.lists]?.used == 2)
    }

    @Test("is complete when the last page is exactly full")
    func exactlyFull() async throws {
        let (_, binding) = try await binding(["a", "b"])
        let list = try await binding.list(limit: 2)
        #expect(names(list) == ["a", "b"] && list.isComplete)
    }

    @Test("takes a prefix literally", arguments: ["\\", "_", "%", "a_", "a%", "é"])
    func literalPrefix(prefix: String) async throws {
        let (_, binding) = try await binding(
            ["\\", "\\x", "_", "_x", "%", "%x", "ab", "a_", "a_b", "a%", "a%b", "axb", "é", "éa", "e\u{301}"]
        )
        let expected = ["", "x", "b", "a"].map { prefix + $0 }
        let all = try await binding.list().keys.map(\.name.text)
        #expect(
            names(try await binding.list(prefix: prefix))
                == all.filter { expected.contains($0) && $0.utf8.starts(with: prefix.utf8) }
        )
        #expect(!names(try await binding.list(prefix: prefix)).isEmpty)
    }

    @Test("is case-sensitive in its prefix, and finds nothing where nothing begins so")
    func prefixCase() async throws {
        let (_, binding) = try await binding(["key1", "KEY2", "other"])
        #expect(names(try await binding.list(prefix: "key")) == ["key1"])
        #expect(names(try await binding.list(prefix: "zzz")) == [])
    }

    @Test("goes on with each cursor, and the limit may change between pages")
    func pages() async throws {
        let (_, binding) = try await binding(["x"] + (0..<7).map { "key\($0)" })
        let first = try await binding.list(prefix: "key", limit: 2)
        let second = try await binding.list(prefix: "key", limit: 3, cursor: first.cursor)
        let third = try await binding.list(prefix: "key", limit: 1000, cursor: second.cursor)
        #expect(
            [first, second, third].map(names) == [["key0", "key1"], ["key2", "key3", "key4"], ["key5", "key6"]]
        )
        #expect([first, second, third].map(\.isComplete) == [false, false, true])
    }

    @Test("shows a key that is inserted after the cursor, and not one before it")
    func inserts() async throws {
        let (temporary, binding) = try await binding(["b", "d", "f"])
        let first = try await binding.list(limit: 2)
        try await put(["a", "c", "e"], binding)
        let second = try await binding.list(cursor: first.cursor)
        #expect(names(second) == ["e", "f"])
        // Its directory goes with it, and nothing is written without one.
        withExtendedLifetime(temporary) {}
    }

    @Test("is not harmed by a key at the cursor that is deleted or expires")
    func cursorKeyGone() async throws {
        let (temporary, binding) = try await binding(["a", "d"])
        try await binding.put([1], for: KeyName("b"), expiration: .after(seconds: 60))
        try await binding.put([1], for: KeyName("c"))
        let second = try await binding.list(limit: 2)
        let third = try await binding.list(limit: 3)
        try await binding.delete(KeyName("c"))
        temporary.clock.advance(bySeconds: 60)
        #expect(names(try await binding.list(cursor: second.cursor)) == ["d"])
        #expect(names(try await binding.list(cursor: third.cursor)) == ["d"])
    }

    @Test("takes the last key of a page as cursor even when it is outside of another prefix")
    func cursorOutsidePrefix() async throws {
        let (_, binding) = try await binding(["a1", "a2", "b1", "c1"])
        let afterB = ListCursor(after: try KeyName("b9"))
        #expect(names(try await binding.list(prefix: "a", cursor: afterB)) == [])
        #expect(names(try await binding.list(prefix: "c", cursor: afterB)) == ["c1"])
    }

    @Test("leaves out what has expired, at the very second")
    func expiry() async throws {
        let (temporary, binding) = try await binding(["b"])
        try await binding.put([1], for: KeyName("a"), expiration: .after(seconds: 60))
        temporary.clock.advance(bySeconds: 59)
        #expect(names(try await binding.list()) == ["a", "b"])
        #expect(try await binding.get(KeyName("a")) == [1])
        temporary.clock.advance(bySeconds: 1)
        #expect(names(try await binding.list()) == ["b"])
        #expect(try await binding.get(KeyName("a")) == nil)
    }

    @Test("finds what lies behind thousands of expired keys, without a page that looks like the end")
    func manyExpired() async throws {
        let (temporary, binding) = try await binding(["z"])
        let namespace = binding.namespace
        try await binding.store.commit { transaction in
            for index in 0..<9000 {
                try transaction.put([1], for: KeyName("a\(index)"), in: namespace, expiration: .after(seconds: 60))
            }
        }
        temporary.clock.advance(bySeconds: 60)
        #expect(names(try await binding.list()) == ["z"])
    }

    @Test("keeps namespaces apart")
    func namespaces() async throws {
        let (temporary, binding) = try await binding(["a", "b"])
        let other = try await temporary.binding("other")
        try await put(["c"], other)
        #expect(names(try await binding.list()) == ["a", "b"])
        #expect(names(try await other.list()) == ["c"])
    }
}
