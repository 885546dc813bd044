import Testing

@testable import WorkersKV

@Suite("A walk")
struct WalkTests {
    @Test("hands out keys and values in order, page by page, without a copy")
    func pages() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        try await store.commit { transaction in
            for index in 1000..<3500 {
                try transaction.put([UInt8]("value \(index)"), for: KeyName("\(index)"), in: tokens)
            }
        }
        var seen: [String] = []
        var page = WalkPage(handedOut: 0, isComplete: false, last: nil)
        var handedOut: [Int] = []
        while !page.isComplete {
            page = try await store.walk(tokens, after: page.last, limit: 1000) { key, value in
                seen.append(String(decoding: key.copied() + value.copied(), as: UTF8.self))
            }
            handedOut.append(page.handedOut)
        }
        #expect(handedOut == [1000, 1000, 500])
        #expect(seen == (1000..<3500).map { "\($0)value \($0)" })
    }

    @Test("leaves out what expires on the way, and goes on behind it")
    func expiry() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        try await store.commit { transaction in
            for index in 0..<10 {
                let expiration: KVExpiration? = index % 2 == 0 ? nil : .after(seconds: 60)
                try transaction.put([1], for: KeyName("\(index)"), in: tokens, expiration: expiration)
            }
        }
        var seen: [String] = []
        func collect(_ key: RawSpan) { seen.append(String(decoding: key.copied(), as: UTF8.self)) }
        let first = try await store.walk(tokens, limit: 4) { key, _ in collect(key) }
        temporary.clock.advance(bySeconds: 60)
        try await store.maintain()
        let second = try await store.walk(tokens, after: first.last, limit: 100) { key, _ in collect(key) }
        #expect(seen == ["0", "1", "2", "3", "4", "6", "8"])
        #expect(second.isComplete && second.last == nil)
    }
}
