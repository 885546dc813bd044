import Testing

@testable import WorkersKV

@Suite("Putting and deleting")
struct BindingPutTests {
    @Test("a key is allowed once a second")
    func onceASecond() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let key = try KeyName("a")
        try await binding.put([1], for: key)
        temporary.clock.advance(bySeconds: 0.999)
        await #expect(throws: KVError.refused(.tooManyRequests)) { try await binding.put([2], for: key) }
        try await binding.put([2], for: KeyName("b"))
        temporary.clock.advance(bySeconds: 0.001)
        try await binding.put([3], for: key)
        #expect(try await binding.get(key) == [3])
        #expect(try await temporary.store.usage().spending[.writes]?.used == 3)
    }

    @Test("is not locked by a clock that was ahead and steps back")
    func clockAhead() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        try await binding.put([1], for: KeyName("a"))
        temporary.clock.advance(bySeconds: -3600)
        try await binding.put([2], for: KeyName("a"))
        #expect(try await binding.get(KeyName("a")) == [2])
    }

    @Test("an expiry less than 60 seconds ahead is refused, and changes nothing")
    func expiry() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        await #expect(throws: KVError.refused(.ttlTooShort(seconds: 59))) {
            try await binding.put([1], for: KeyName("a"), expiration: .after(seconds: 59))
        }
        #expect(try await binding.get(KeyName("a")) == nil)
        #expect(try await temporary.store.usage().spending[.writes]?.used == 0)
    }

    @Test("a delete succeeds for a missing key too, and counts")
    func deleteMissing() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        try await binding.put([1], for: KeyName("a"))
        try await binding.delete(KeyName("a"))
        try await binding.delete(KeyName("a"))
        #expect(try await binding.get(KeyName("a")) == nil)
        #expect(try await temporary.store.usage().spending[.deletes]?.used == 2)
    }

    @Test("says whether the key was new, changed or the same")
    func outcomes() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        let key = try KeyName("a")
        func put(_ value: [UInt8], _ expiration: KVExpiration? = nil, _ metadata: String? = nil) async throws
            -> KVPutOutcome
        {
            temporary.clock.advance(bySeconds: 1)
            let metadata = try metadata.map { try KVMetadata(json: [UInt8]($0)) }
            return try await store.commit {
                try $0.put(value, for: key, in: tokens, expiration: expiration, metadata: metadata)
            }
        }
        let expiry = KVExpiration.at(unixSeconds: temporary.clock.now.wholeUnixSeconds + 100)
        #expect(try await put([1]) == .new)
        #expect(try await put([1]) == .unchanged)
        #expect(try await put([2]) == .changed)
        #expect(try await put([2], nil, "1") == .changed)
        #expect(try await put([2], expiry, "1") == .changed)
        #expect(try await put([2], expiry, "1") == .unchanged)
        temporary.clock.advance(bySeconds: 100)
        #expect(try await put([2], nil, "1") == .new)

        let hour = try #require(
            try await store.hourTallies(from: temporary.clock.now, through: temporary.clock.now).last
        )
        #expect([hour.writes, hour.new, hour.changed, hour.unchanged] == [7, 2, 3, 2])
    }
}
