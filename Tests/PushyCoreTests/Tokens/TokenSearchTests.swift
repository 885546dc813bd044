import PushyCore
import Testing

@Suite("A search for tokens")
struct TokenSearchTests {
    private func token(_ beginning: String) throws -> DeviceToken {
        try DeviceToken(beginning + String(repeating: "0", count: 64 - beginning.count))
    }

    private func prefix(_ text: String) throws -> TokenPrefix { try #require(TokenPrefix(text)) }

    @Test("finds those that begin with the digits, however these are typed")
    func beginning() async throws {
        try await Bench.run { bench in
            for beginning in ["abc1", "abc2", "abd0"] {
                _ = try await bench.registry.register(token(beginning), pro: true, environment: nil)
            }
            for text in ["abc", "ABC", " <ab c> "] {
                let found = try await bench.registry.search(prefix(text), limit: 10)
                #expect(found.tokens.map(\.token) == [try token("abc1"), try token("abc2")])
                #expect(found.cursor == nil)
            }
            #expect(try await bench.registry.search(prefix("ff"), limit: 10).tokens.isEmpty)
            #expect(try await bench.registry.search(prefix(""), limit: 10).tokens.count == 3)
        }
    }

    @Test(
        "is told what is no beginning of a token",
        arguments: ["xyz", "12-4", "é", String(repeating: "a", count: 513)]
    )
    func noBeginning(text: String) {
        #expect(TokenPrefix(text) == nil)
    }

    @Test("goes on page by page, and says when there is no more")
    func pages() async throws {
        try await Bench.run { bench in
            let all = try await bench.register(5)
            var seen: [DeviceToken] = []
            var alias: TokenAlias?
            repeat {
                let page = try await bench.registry.search(prefix(""), after: alias, limit: 2)
                seen += page.tokens.map(\.token)
                alias = page.cursor.map { TokenAlias($0) }
            } while alias != nil
            #expect(seen == all)
        }
    }

    @Test("goes on where it stood when the token to go on after was removed meanwhile")
    func removedMeanwhile() async throws {
        try await Bench.run { bench in
            for beginning in ["a1", "b1", "c1"] {
                _ = try await bench.registry.register(token(beginning), pro: true, environment: nil)
            }
            let alias = TokenAlias(try token("b1"))
            _ = try await bench.registry.remove(token("b1"))
            #expect(
                try await bench.registry.search(prefix(""), after: alias, limit: 5).tokens.map(\.token)
                    == [try token("c1")]
            )
        }
    }

    @Test("finds a token whose record cannot be read, and says why it cannot")
    func unreadable() async throws {
        try await Bench.run { bench in
            let tokens = try await bench.store.namespace(titled: TokenRegistry.namespaceTitle)
            let key = try KeyName(token("ab").hex)
            try await bench.store.commit { transaction throws(KVError) in
                try transaction.put(Array("nonsense".utf8), for: key, in: tokens)
            }
            let found = try await bench.registry.search(prefix("ab"), limit: 1).tokens
            #expect(throws: TokenRecordFault.self) { try found.first?.record.get() }
        }
    }
}
